// Deploys to Cloudflare: creates what is missing, migrates, deploys. Safe to repeat. --dry-run needs no account.
import { runDeploy } from "./deploy/run.ts";
import { wranglerAt } from "./deploy/wrangler.ts";

process.exitCode = await runDeploy({
  args: process.argv.slice(2),
  env: process.env,
  wranglerOf: wranglerAt,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
});
