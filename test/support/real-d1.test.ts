import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { realD1 } from "./real-d1.ts";
import { DatabaseSync } from "node:sqlite";
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

const insertion = "INSERT INTO t VALUES (?1, ?2, ?3)";

/** What a database may be asked, good and bad. */
const REQUESTED: [name: string, ask: (db: D1Database) => unknown][] = [
  ["exec", (db) => db.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c BLOB)")],
  [
    "bytes",
    (db) =>
      db
        .prepare(insertion)
        .bind(1, "x", new Uint8Array([1, 2, 250]))
        .run(),
  ],
  [
    "a buffer",
    (db) =>
      db
        .prepare(insertion)
        .bind(5, "y", new Uint8Array([7]).buffer)
        .run(),
  ],
  ["a constraint", (db) => db.prepare(insertion).bind(2, "x", null).run()],
  ["undefined", (db) => db.prepare(insertion).bind(2, undefined, null).run()],
  ["an object", (db) => db.prepare(insertion).bind(2, { a: 1 }, null).run()],
  ["a bigint", (db) => db.prepare(insertion).bind(2, 1n, null).run()],
  ["a boolean and no number", (db) => db.prepare(insertion).bind(3, true, Number.NaN).run()],
  ["a syntax error", (db) => db.prepare("SELEC").run()],
  ["rows", (db) => db.prepare("SELECT * FROM t").all()],
  ["raw rows", (db) => db.prepare("SELECT * FROM t").raw()],
  ["the first row", (db) => db.prepare("SELECT * FROM t").first()],
  ["a column", (db) => db.prepare("SELECT * FROM t").first("b")],
  ["no such column", (db) => db.prepare("SELECT * FROM t").first("q")],
  ["no row", (db) => db.prepare("SELECT * FROM t WHERE a = 77").first()],
  ["a missing value", (db) => db.prepare("SELECT ?1").first()],
  ["a batch", (db) => db.batch([db.prepare("UPDATE t SET b = ?1").bind("z"), db.prepare("SELECT * FROM t")])],
  ["a batch that fails", (db) => db.batch([db.prepare("DELETE FROM t"), db.prepare("SELECT nope FROM t")])],
  ["an empty batch", (db) => db.batch([])],
  ["large numbers", (db) => db.prepare("SELECT 9007199254740993 AS big, 1e400 AS endless, count(*) FROM t").all()],
];

/** The durations of an answer differ from run to run. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (/duration|timings/i.test(key) ? undefined : one)) ?? "null");

test("a real D1 answers and refuses as through Miniflare's own interface", async () => {
  const own = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false }),
  );
  const real = await realD1();
  try {
    const databases = [(await own.getD1Database("DB")) as unknown as D1Database, real.db];
    for (const [name, ask] of REQUESTED) {
      const answers = databases.map(async (db) => {
        try {
          return plain(await ask(db));
        } catch (thrown) {
          const { name: sort, message } = thrown as Error;
          return { sort, message };
        }
      });
      expect(await answers[1], name).toEqual(await answers[0]);
    }
  } finally {
    await Promise.all([own.dispose(), real.stop()]);
  }
});
