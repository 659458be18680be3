// npm run check: format, lint, types and dead code side by side, then the tests. Ends with their last line.
import { spawn, spawnSync } from "node:child_process";
import { ensureBuilt } from "./made.ts";

// Lint and types read it, and only one process may make it.
ensureBuilt("client");

const npm = (script: string) => ["run", "--silent", script];

const checked = (script: string): Promise<{ script: string; output: string; failed: boolean }> =>
  new Promise((resolve) => {
    const run = spawn("npm", npm(script), { shell: process.platform === "win32" });
    let output = "";
    for (const stream of [run.stdout, run.stderr]) stream.on("data", (piece: Buffer) => (output += piece.toString()));
    run.on("close", (status) => resolve({ script, output, failed: status !== 0 }));
  });

const results = await Promise.all(["format", "lint", "types", "unused"].map(checked));
for (const { script, output, failed } of results) console.log(`${failed ? "✗" : "✓"} ${script}\n${output}`);
if (results.some(({ failed }) => failed)) process.exit(1);
const { status } = spawnSync("npm", npm("test"), { stdio: "inherit", shell: process.platform === "win32" });
process.exit(status ?? 1);
