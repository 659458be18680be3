import { join } from "node:path";
import { stop } from "esbuild";
import { unstable_readConfig, type Unstable_Config as Declared } from "wrangler";
import { bundle, type WorkerModule } from "./bundle.ts";
import { miniflareWorkers, type MiniflareWorkers } from "./miniflare-workers.ts";

/** What a Worker's configuration file declares, in wrangler's terms. */
type Declaration = Pick<Declared, "compatibility_date" | "compatibility_flags" | "d1_databases" | "queues" | "vars">;

export type Producer = NonNullable<Declaration["queues"]["producers"]>[number];
export type Consumer = NonNullable<Declaration["queues"]["consumers"]>[number];

/** A Worker without its secrets. */
export interface PreparedWorker {
  declared: Declaration;
  modules: WorkerModule[];
}

/** Bundles a Worker and reads its configuration. */
async function preparedWorker(config: string, entry: string): Promise<PreparedWorker> {
  const { compatibility_date, compatibility_flags, d1_databases, queues, vars } = unstable_readConfig({ config });
  const declared = { compatibility_date, compatibility_flags, d1_databases, queues, vars };
  return { declared, modules: await bundle(entry, { small: false }) };
}

/** All Workers of a machine. */
export interface Workers {
  main: PreparedWorker;
  simulator: PreparedWorker;
  ticks: WorkerModule[];
  miniflare: MiniflareWorkers;
}

let created: Promise<Workers> | undefined;

/** The Workers of this checkout, bundled once. */
export function workers(entry: string): Promise<Workers> {
  created ??= (async () => {
    const all = {
      main: await preparedWorker("wrangler.toml", entry),
      simulator: await preparedWorker("sim/wrangler.toml", "sim/worker.ts"),
      ticks: await bundle(join(import.meta.dirname, "tick-worker.ts"), { small: false }),
      miniflare: miniflareWorkers(),
    };
    // Stops the bundler's process, which is as large as this one.
    await stop();
    return all;
  })();
  return created;
}
