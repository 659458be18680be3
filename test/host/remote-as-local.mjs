// Stands in for wrangler with a deployed database: the real wrangler, on a local database in FAKE_ACCOUNT.
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";

const args = process.argv.slice(2);
if (args[0] === "d1" && args[1] === "list") {
  console.log(JSON.stringify([{ name: "tallylight", uuid: "11111111-2222-3333-4444-555555555555" }]));
  process.exit(0);
}
const config = `${process.env.FAKE_ACCOUNT}/wrangler.toml`;
copyFileSync(args[args.indexOf("-c") + 1], config);
const local = args.map((arg, index) => (arg === "--remote" ? "--local" : args[index - 1] === "-c" ? config : arg));
const { status } = spawnSync(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...local], {
  stdio: "inherit",
});
process.exit(status);
