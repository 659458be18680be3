import { unstable_getMiniflareWorkerOptions } from "wrangler";

/** Without a file name, wrangler reads .dev.vars and prints a notice to stdout. */
const NO_VARIABLES = { overrides: {}, envFiles: [".no-variables"] };

/** The Worker's configuration as Miniflare takes it, without its modules. */
export function miniflareOptions(config = "wrangler.toml"): Record<string, unknown> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, NO_VARIABLES);
  const {
    modulesRules: _rules,
    rootPath: _root,
    assets: _assets,
    ...options
  } = workerOptions as Record<string, unknown>;
  return options;
}
