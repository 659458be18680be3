import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { migrate } from "./migrate.ts";
import { migratedSqlite, sqliteD1 } from "./sqlite-d1.ts";

test("a copied database has the tables, indexes, triggers and rows of a migrated one", async () => {
  const migrated = sqliteD1(new DatabaseSync(":memory:"));
  await migrate(migrated, await readMigrations());
  const copies = [await migratedSqlite(), await migratedSqlite()];
  const all = async (db: D1Database, text: string) => (await db.prepare(text).all()).results;
  const schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
  const parts = await all(migrated, schema);
  expect(parts.length).toBeGreaterThan(100);
  for (const copy of copies) expect(await all(copy, schema)).toEqual(parts);
  for (const { name } of parts.filter(({ type }) => type === "table")) {
    const rows = async (db: D1Database) =>
      (await all(db, `SELECT * FROM "${String(name)}"`)).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith("_at") || row[column] === 0)),
      );
    for (const copy of copies) expect(await rows(copy), String(name)).toEqual(await rows(migrated));
  }
  const times = "SELECT made_at FROM ticker UNION ALL SELECT created_at FROM watchlists WHERE created_at = updated_at";
  const before = Math.floor(Date.now() / 1000) * 1000;
  const created = await all(await migratedSqlite(), times);
  expect(created.map((row) => Number(Object.values(row)[0]) >= before)).toEqual([true, true]);
});
