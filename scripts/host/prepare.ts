// Runs in a process of its own, which ends before the host has begun: what reads variables, bundles and makes the runtime's
// configuration (zod, esbuild, wrangler, Miniflare) needs more memory than all that runs then.
import { readConfig, variableNames } from "../../src/config.ts";
import type { CreatedSecrets } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import { demoBindings, hostVariables, type HostVariables } from "./variables.ts";
import type { Asked, Configuration } from "./configuration.ts";

const [entry = "src/worker.ts"] = process.argv.slice(2);

/** Only when they are wanted: what they import takes a second. */
const configuring = () => import("./configuration.ts");
const bundling = () => import("./workers.ts");

const can = {
  /** What `npm start` itself obeys. */
  variables: async (): Promise<HostVariables> => hostVariables(process.env),

  /** The Worker's variables: what suits one's own machine, what was made for it, and before both what the environment gives. */
  async bindings(host: HostVariables, created: CreatedSecrets): Promise<Record<string, string>> {
    const given = Object.fromEntries(variableNames(process.env).map((name) => [name, process.env[name]!]));
    const here = `http://${host.host === "0.0.0.0" ? "127.0.0.1" : host.host}`;
    const demo = host.demo ? demoBindings(`${here}:${host.simPort}`, `${here}:${host.port}`) : {};
    const bindings = { LIMITS: "local", ...demo, ...created, ...given };
    const config = readConfig(bindings);
    if ("errors" in config)
      throw new StartError(config.errors.map(({ name, message }) => `${name} ${message}`).join("\n"));
    return bindings;
  },

  /** Bundles the Workers, which takes longest and needs nothing. */
  prepare: async (): Promise<void> => void (await (await bundling()).workers(entry)),

  configuration: async (asked: Asked): Promise<Configuration> =>
    (await configuring()).configuration(await (await bundling()).workers(entry), asked),
};

/** What the other process may ask for. */
export type Can = typeof can;

/** An answer, or why there is none: `refused` is for a person; what `failed` is a stack, and the system's code for it. */
export type Answer = { id: number } & ({ is: unknown } | { refused: string } | { failed: string; code: unknown });

function notDone(thrown: unknown): { refused: string } | { failed: string; code: unknown } {
  if (thrown instanceof StartError) return { refused: thrown.message };
  if (thrown instanceof Error) return { failed: thrown.stack!, code: (thrown as NodeJS.ErrnoException).code };
  return { failed: String(thrown), code: undefined };
}

process.on("message", ({ id, what, of }: { id: number; what: keyof Can; of: never[] }) => {
  const answer = (one: Answer) => process.connected && process.send!(one);
  (can[what] as (...of: never[]) => Promise<unknown>)(...of).then(
    (is) => answer({ id, is }),
    (thrown: unknown) => answer({ id, ...notDone(thrown) }),
  );
});
process.on("disconnect", () => process.exit());
