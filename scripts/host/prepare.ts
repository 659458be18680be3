// Runs in a process of its own: wrangler and esbuild need more memory to start than the host needs to run.
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { bundle, type WorkerModule } from "./bundle.ts";
import { readMigrations, statementsOf } from "./migrations.ts";

export interface Prepared {
  workers: { main: PreparedWorker; simulator: PreparedWorker };
  migrations: { name: string; statements: string[] }[];
}

export interface PreparedWorker {
  options: Record<string, unknown>;
  modules: WorkerModule[];
}

/** Some file must be named, or else wrangler takes in .dev.vars and says so where the result belongs. */
const NO_VARIABLES = { overrides: {}, envFiles: [".no-variables"] };

async function prepared(config: string, entry: string): Promise<PreparedWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, NO_VARIABLES);
  const {
    modulesRules: _rules,
    rootPath: _root,
    assets: _assets,
    ...options
  } = workerOptions as Record<string, unknown>;
  return { options, modules: await bundle(entry, { small: false }) };
}

const [entry = "src/worker.ts"] = process.argv.slice(2);
const result: Prepared = {
  workers: {
    main: await prepared("wrangler.toml", entry),
    simulator: await prepared("sim/wrangler.toml", "sim/worker.ts"),
  },
  migrations: (await readMigrations()).map((one) => ({ name: one.name, statements: statementsOf(one) })),
};
process.stdout.write(JSON.stringify(result));
