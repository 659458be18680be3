import { join } from "node:path";
import { stop } from "esbuild";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { bundle, type WorkerModule } from "./bundle.ts";

/** A Worker without its bindings. */
export interface PreparedWorker {
  options: Record<string, unknown>;
  modules: WorkerModule[];
}

/** Without a file name, wrangler reads .dev.vars and prints a notice to stdout. */
const NO_VARIABLES = { overrides: {}, envFiles: [".no-variables"] };

/** Bundles a Worker and reads its configuration. */
export async function preparedWorker(config: string, entry: string): Promise<PreparedWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, NO_VARIABLES);
  const {
    modulesRules: _rules,
    rootPath: _root,
    assets: _assets,
    ...options
  } = workerOptions as Record<string, unknown>;
  return { options, modules: await bundle(entry, { small: false }) };
}

/** All Workers of a machine. */
export interface Workers {
  main: PreparedWorker;
  simulator: PreparedWorker;
  ticks: WorkerModule[];
}

let created: Promise<Workers> | undefined;

/** The Workers of this checkout, bundled once. */
export function workers(entry: string): Promise<Workers> {
  created ??= (async () => {
    const all = {
      main: await preparedWorker("wrangler.toml", entry),
      simulator: await preparedWorker("sim/wrangler.toml", "sim/worker.ts"),
      ticks: await bundle(join(import.meta.dirname, "tick-worker.ts"), { small: false }),
    };
    // Stops the bundler's process, which is as large as this one.
    await stop();
    return all;
  })();
  return created;
}
