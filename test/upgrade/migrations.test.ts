import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readMigrations } from "../../host/runtime/migrations.ts";

const LIST = "migrations/sha256.json";

/** What is wrong with the migrations against the list of those that were published, a sentence each. */
function wrongs(listed: Record<string, string>, files: { name: string; sql: string }[]): string[] {
  const hashes = new Map(files.map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]));
  const names = Object.keys(listed);
  return [
    ...names.flatMap((name) => {
      if (!hashes.has(name)) return `migrations/${name} is missing: databases have applied it, so put it back.`;
      if (hashes.get(name) === listed[name]) return [];
      return `migrations/${name} has changed: databases that have applied it would never see that. Put it back, and make a new migration.`;
    }),
    ...files.flatMap(({ name }) =>
      name in listed ? [] : `migrations/${name} is new: add "${name}": "${hashes.get(name)}" at the end of ${LIST}.`,
    ),
    ...(names.join() === names.toSorted().join() ? [] : [`${LIST} is not in the order of the names.`]),
  ];
}

const listed = async () => JSON.parse(await readFile(LIST, "utf8")) as Record<string, string>;

test("migrations that were published never change", async () => {
  expect(wrongs(await listed(), await readMigrations())).toEqual([]);
});

test("a migration that is edited, taken away or not listed is named", async () => {
  const [first, ...rest] = await readMigrations();
  const edited = { ...first!, sql: `${first!.sql}\n` };
  expect(wrongs(await listed(), [edited, ...rest])).toEqual([expect.stringContaining(`${first!.name} has changed`)]);
  expect(wrongs(await listed(), rest)).toEqual([expect.stringContaining(`${first!.name} is missing`)]);
  const { [first!.name]: _first, ...others } = await listed();
  expect(wrongs(others, [first!, ...rest])).toEqual([expect.stringContaining(`${first!.name} is new`)]);
});
