import { resolve } from "node:path";
import * as z from "zod";

const port = z.string().regex(/^\d+$/, "must be a port number").transform(Number).pipe(z.number().min(0).max(65_535));
const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "must be a number of seconds, 0 for never")
  .transform(Number);

const schema = z.object({
  PORT: port.default(8787),
  SIM_PORT: port.default(8788),
  HOST: z.string().min(1).default("127.0.0.1"),
  TALLYLIGHT_STATE: z.string().min(1).default(".tallylight"),
  TICK_SECONDS: seconds.optional(),
  SIM_SPEED: z
    .string()
    .regex(/^\d+(\.\d+)?$/, "must be a number")
    .refine((text) => Number(text) > 0, "must be more than 0")
    .default("1"),
  SEED: z.enum(["0", "1"]).default("1"),
});

/** What `npm start` itself obeys, checked. */
export interface HostVariables {
  port: number;
  simPort: number;
  host: string;
  state: string;
  tickSeconds: number;
  simSpeed: string;
  seed: boolean;
  /** True where the simulator stands in for the polled service. */
  demo: boolean;
}

/** A message for a person at a terminal; no stack is shown. */
export class StartError extends Error {}

/** Reads the host's variables. Throws StartError that names each wrong one. */
export function hostVariables(env: NodeJS.ProcessEnv): HostVariables {
  const given = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join("\n"));
  }
  const { PORT, SIM_PORT, HOST, TALLYLIGHT_STATE, TICK_SECONDS, SIM_SPEED, SEED } = parsed.data;
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
    demo,
  };
}
