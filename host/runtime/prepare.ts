// Runs in a process of its own that ends before the host starts, or in a demo once its history is written. Reading
// variables, bundling and writing the runtime's configuration (zod, esbuild, wrangler) needs more memory than everything
// that runs afterwards.
import type { CreatedSecrets } from "./secrets.ts";
import { readBindings, readHostVariables } from "./read-variables.ts";
import type { HostVariables } from "./variables.ts";
import type { Demo } from "../../src/core/demo.ts";
import type { Credentials } from "../../src/engine/upstream/definition.ts";
import { type BatchCall, d1At } from "./d1-through.ts";
import type { Configuration, HostSettings } from "./configuration.ts";
import { StartError } from "../failure.ts";

const [entry = "src/worker.ts"] = process.argv.slice(2);

/** Imported lazily, because their imports take a second. */
const configuring = () => import("./configuration.ts");
const bundling = () => import("./kept-workers.ts");

const can = {
  variables: async (): Promise<HostVariables> => readHostVariables(process.env),

  bindings: async (host: HostVariables, created: CreatedSecrets): Promise<Record<string, string>> =>
    readBindings(host, created, process.env),

  /** Bundles the Workers, which takes longest and depends on nothing. */
  prepare: async (): Promise<void> => void (await (await bundling()).workers(entry)),

  /** Writes the thirty days before `now` (epoch ms) of the demo. The kinds that judge them take memory too. */
  async history(demo: Demo, simulator: Credentials, now: number, batches: BatchCall): Promise<void> {
    const { giveHistory } = await import("./demo/history/history.ts");
    await giveHistory(d1At(batches), demo, simulator, now);
  },

  configuration: async (requested: HostSettings): Promise<Configuration> =>
    (await configuring()).configuration(await (await bundling()).workers(entry), requested),
};

/** What the other process can request. */
export type Can = typeof can;

/**
 * An answer, or why there is none. `refused` is a message for a person, `failed` a stack with the system's error code.
 */
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
