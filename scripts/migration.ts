// npm run migration -- --name what_it_does: writes the migration that the tables ask for, its hash, and its name for the Worker.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = join(root, "migrations");
const hashFile = join(folder, "sha256.json");

const tool = join(root, "node_modules/drizzle-kit/bin.cjs");
execFileSync(process.execPath, [tool, "generate", ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });

const names = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .toSorted();
const hashes = JSON.parse(readFileSync(hashFile, "utf8")) as Record<string, string>;
// What has a hash may be out in the world: it stays.
for (const name of names)
  hashes[name] ??= createHash("sha256")
    .update(readFileSync(join(folder, name)))
    .digest("hex");
writeFileSync(hashFile, `${JSON.stringify(hashes, null, 2)}\n`);
writeFileSync(
  join(root, "src/edges/store/latest-migration.ts"),
  `// Written by npm run migration. Not edited by hand.\n/** What this version's statements need: the last of the migrations. */\nexport const SCHEMA = ${JSON.stringify(names.at(-1))};\n`,
);
