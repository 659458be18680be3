import * as z from "zod";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { catalogue } from "../../sim/catalogue.ts";
import { known } from "../../src/engine/upstream/operations.ts";
import { camelCase } from "../../src/features/service/define/example-call.ts";
import type { VariableDocs } from "../../src/wiring/variable.ts";
import { variables } from "../../src/wiring/variables.ts";
import { DEFAULT_STATE } from "./settings-file.ts";
import { StartError } from "../failure.ts";

const port = z
  .string()
  .regex(/^\d{1,9}$/, "must be a port number, at most 65535")
  .transform(Number)
  .pipe(z.number().max(65_535, "must be at most 65535"));
const host = z
  .string()
  .transform((text) => /^\[([\da-f:.]+)\]$/i.exec(text)?.[1] ?? text)
  .refine(
    (text) => isIP(text) !== 0 || /^(?=.*[a-z])[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text),
    "must be an IP address of this machine or its name, without http:// and port",
  );
const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a number of seconds, 0 for never")
  .transform(Number);

/** Variables of `npm start` and `npm run dev`, besides the Worker's. */
export const hostSchema = z.object({
  PORT: port.default(8787).describe("Port of Tallylight; 0 chooses a free port."),
  SIM_PORT: port.default(8788).describe("Port of the simulator; 0 chooses a free port."),
  HOST: host.default("127.0.0.1").describe("The IP address or name of this machine that both listen on."),
  TALLYLIGHT_STATE: z
    .string()
    .min(1)
    .default(DEFAULT_STATE)
    .describe("The folder of the database and of generated secrets (mode 0600)."),
  TICK_SECONDS: seconds.optional().meta({
    description:
      "Seconds between ticks. With 0, trigger ticks with `GET /cdn-cgi/handler/scheduled?time=<epoch ms>` and the admin token.",
    otherwise: "60; 5 in the demo",
  }),
  SIM_SPEED: z
    .string()
    .regex(/^\d+(\.\d+)?$/, "must be a number")
    .refine((text) => Number(text) > 0, "must be more than 0")
    .default("1")
    .describe("Speed of the simulated world, as a multiple of real time."),
  SEED: z.enum(["0", "1"], "must be 0 or 1").default("1").describe("`0` skips the demo watchlist."),
  TRUSTED_PROXIES: z.string().default("").meta({
    description:
      "Addresses or networks, comma-separated, whose `X-Forwarded-For` gives the client address, such as `127.0.0.1`.",
    otherwise: "none",
  }),
  START_WITHOUT_KEYS: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("`true` starts even if `ENCRYPTION_KEYS` lacks a key that a channel or the service account needs."),
});

/** Documentation of a variable from its `meta`. */
export const docsOf = (schema: z.ZodType): Partial<VariableDocs> => (schema.meta() ?? {}) as Partial<VariableDocs>;

/** The demo's values of the Worker's variables, which can point to the simulator and to itself. */
export const demoVariables = (simulator: string, own: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(
      ([
        name,
        {
          said: { demo },
        },
      ]) => (demo === undefined ? [] : [[name, demo.replace("{simulator}", simulator).replace("{own}", own)]]),
    ),
  );

/** Rows that a list of the demo is asked for. */
const COUNT = "30";

/**
 * How the simulator's operations are called that Tallylight does not know by itself, in the form of
 * UPSTREAM_OPERATIONS. How their answers are read is left to whoever watches something.
 */
export const demoOperations = (): Record<string, object> =>
  Object.fromEntries(
    catalogue.flatMap(({ name, method, path, params }) => {
      if (known.has(name) || method !== "GET") return [];
      const query = params.flatMap((one): [string, string][] => {
        if (one.name === "count") return [[one.name, COUNT]];
        return one.required ? [[one.name, `{${camelCase(one.name)}}`]] : [];
      });
      return [[name, { method, path, query: Object.fromEntries(query), body: {}, fields: {} }]];
    }),
  );

/** The same for a Worker whose account can be set through the API: the simulator's is only the default. */
export function demoBindings(simulator: string, own: string): Record<string, string> {
  const {
    UPSTREAM_BASE_URL: baseUrl,
    UPSTREAM_USERNAME: username,
    UPSTREAM_PASSWORD: password,
    // The Worker's own default in the demo, so that people can change it.
    UPSTREAM_POLLS_PER_MINUTE: _budget,
    ...rest
  } = demoVariables(simulator, own);
  return { ...rest, DEMO_ACCOUNT: JSON.stringify({ baseUrl, username, password, operations: demoOperations() }) };
}

/** Validated variables of `npm start`. */
export interface HostVariables {
  port: number;
  simPort: number;
  host: string;
  state: string;
  tickSeconds: number;
  simSpeed: string;
  seed: boolean;
  /** Proxies whose `X-Forwarded-For` is trusted, as text. */
  trustedProxies: string;
  /** True to start even if a key for encrypted values is missing. */
  withoutKeys: boolean;
  /** True if the simulator replaces the polled service. */
  demo: boolean;
}

/** Reads the host's variables. Throws StartError with all invalid ones. */
export function hostVariables(env: NodeJS.ProcessEnv): HostVariables {
  const provided = Object.fromEntries(
    Object.keys(hostSchema.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = hostSchema.safeParse(provided);
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join("\n"));
  }
  const { PORT, SIM_PORT, HOST, TALLYLIGHT_STATE, TICK_SECONDS, SIM_SPEED, SEED, START_WITHOUT_KEYS, TRUSTED_PROXIES } =
    parsed.data;
  const demo = !env["UPSTREAM_BASE_URL"];
  if (demo && PORT === SIM_PORT && PORT !== 0) throw new StartError("PORT and SIM_PORT must differ");
  return {
    port: PORT,
    simPort: SIM_PORT,
    host: HOST,
    state: resolve(TALLYLIGHT_STATE),
    tickSeconds: TICK_SECONDS ?? (demo ? 5 : 60),
    simSpeed: SIM_SPEED,
    seed: SEED === "1",
    trustedProxies: TRUSTED_PROXIES,
    withoutKeys: START_WITHOUT_KEYS === "true",
    demo,
  };
}
