// Deploys to Cloudflare: creates what is missing, migrates, deploys. Safe to repeat. --dry-run needs no account.
import { ensureBuilt } from "../tools/made.ts";
import { watchFailures } from "./failure.ts";

watchFailures();
ensureBuilt();
const { runDeploy } = await import("./deploy/run.ts");
const { wranglerAt } = await import("./deploy/wrangler.ts");

process.exitCode = await runDeploy({
  args: process.argv.slice(2),
  env: process.env,
  wranglerOf: wranglerAt,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
});
