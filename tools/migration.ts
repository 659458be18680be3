// npm run migration -- --name what_it_does: writes the required migration, its hash, and what the Worker carries of all.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = join(root, "migrations");
const hashFile = join(folder, "sha256.json");

const tool = join(root, "node_modules/drizzle-kit/bin.cjs");
execFileSync(process.execPath, [tool, "generate", "--config=tools/drizzle.config.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});

// The next migration is made from the newest snapshot alone.
const snapshots = readdirSync(join(folder, "meta"))
  .filter((name) => name.endsWith("_snapshot.json"))
  .toSorted();
for (const name of snapshots.slice(0, -1)) rmSync(join(folder, "meta", name));

const names = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .toSorted();
const hashes = JSON.parse(readFileSync(hashFile, "utf8")) as Record<string, string>;
// Migrations with a hash may be published, so they stay unchanged.
for (const name of names)
  hashes[name] ??= createHash("sha256")
    .update(readFileSync(join(folder, name)))
    .digest("hex");
writeFileSync(hashFile, `${JSON.stringify(hashes, null, 2)}\n`);
const write = (file: string, text: string): string => {
  const path = join(root, "src/db", file);
  writeFileSync(path, `// Written by npm run migration. Not edited by hand.\n${text}\n`);
  return path;
};

write(
  "latest-migration.ts",
  `/** The last migration, which this version's statements require. */\nexport const SCHEMA = ${JSON.stringify(names.at(-1))};`,
);
const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const carried = write(
  "migrations.ts",
  `/** All migrations by name, in order: the Worker applies those that its database lacks. */
export const MIGRATIONS: Readonly<Record<string, string>> = ${JSON.stringify(texts)};`,
);
execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), carried], { stdio: "inherit" });
