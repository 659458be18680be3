import { expect, test } from "vitest";
import { migratedSqlite } from "../../../test/support/sqlite-d1.ts";
import { retainStore } from "../../engine/retain/retain-store.ts";
import type { Step } from "../../resources/step.ts";
import { target, targetsBulk } from "../../features/creators/resource/target.ts";
import { jsonChunks } from "../json-chunks.ts";
import type { Bound } from "./statements.ts";
import { batched, inParts } from "./write.ts";

const record = (n: number) => ({ id: `tgt_${n}`, createdAt: 1, updatedAt: 1, revision: 0, kind: "live", params: {} });

const creation = (count: number): Step => ({
  do: "make",
  of: target as never,
  records: Array.from({ length: count }, (_, n) => ({ ...record(n), name: "x".repeat(200), identity: `[${n}]` })),
});

const gone: Step = { do: "clear", of: target as never, ids: ["tgt_a"] };

test("many new targets update names and counts once, at the end", () => {
  const all = batched([gone, creation(20_000)], 0).map(({ sql }) => sql);
  expect(all[0]).toBe(targetsBulk.begin);
  expect(all.slice(-targetsBulk.end.length)).toEqual(targetsBulk.end);
  expect(all.filter((sql) => sql === targetsBulk.begin)).toHaveLength(1);
  expect(all.filter((sql) => sql.startsWith('INSERT INTO "targets"')).length).toBeGreaterThan(2);
});

test("few new targets leave names and counts to the triggers", () => {
  const all = batched([gone, creation(targetsBulk.least - 2)], 0).map(({ sql }) => sql);
  expect(all).not.toContain(targetsBulk.begin);
  for (const sql of targetsBulk.end) expect(all).not.toContain(sql);
});

const INSERT = "INSERT INTO counts (name, n) SELECT j.value, length(?1) FROM json_each(?1) j";

/** Statements that read this many megabytes of names. */
const long = (megabytes: number): Bound[] =>
  jsonChunks(Array.from({ length: megabytes * 10 }, (_, n) => `${n} ${"x".repeat(100_000)}`)).map(({ text }) => ({
    sql: INSERT,
    params: [text],
  }));

const few: Bound = { sql: INSERT, params: ['["few"]'] };

const run = (db: D1Database, statements: Bound[]) =>
  db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)));

const rows = async (db: D1Database, table: string) =>
  (await db.prepare(`SELECT count(*) AS n FROM "${table}"`).first<number>("n"))!;

test("a long batch is stored in parts, at most three a request, and leaves none behind", async () => {
  const [db, plain] = [await migratedSqlite(), await migratedSqlite()];
  const before = await rows(db, "counts");
  let [requests, longest] = [0, 0];
  const watched = {
    prepare: (sql: string) => ({
      bind(...values: unknown[]) {
        requests += 1;
        longest = Math.max(longest, JSON.stringify(values).length);
        return db.prepare(sql).bind(...values);
      },
    }),
  } as unknown as D1Database;
  const { statements } = await inParts(watched, [...long(9), few], "write", 1);
  expect(requests).toBeGreaterThan(2);
  expect(longest).toBeLessThan(4_500_000);
  expect(JSON.stringify(statements).length).toBeLessThan(10_000);
  expect(await rows(db, "counts")).toBe(before);
  await run(db, statements);
  await run(plain, [...long(9), few]);
  const all = async (of: D1Database) => (await of.prepare("SELECT name, n FROM counts ORDER BY name").all()).results;
  expect(await all(db)).toEqual(await all(plain));
  expect(await rows(db, "counts")).toBe(before + 91);
  expect(await rows(db, "write_parts")).toBe(0);
});

test("a short batch stays as it is", async () => {
  const db = await migratedSqlite();
  const all = [...long(3), few];
  expect((await inParts(db, all, "write", 1)).statements).toBe(all);
  expect(await rows(db, "write_parts")).toBe(0);
});

test("a batch with a missing part writes nothing", async () => {
  const db = await migratedSqlite();
  const before = await rows(db, "counts");
  const { statements, discard } = await inParts(db, long(9), "write", 1);
  await db.prepare("DELETE FROM write_parts WHERE part = 'write/2'").run();
  await expect(run(db, statements)).rejects.toThrow("malformed JSON");
  expect(await rows(db, "counts")).toBe(before);
  await discard();
  expect(await rows(db, "write_parts")).toBe(0);
});

test("a part that cannot be stored discards the others", async () => {
  const db = await migratedSqlite();
  await db
    .prepare(
      "CREATE TRIGGER full BEFORE INSERT ON write_parts WHEN new.part = 'write/5' BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    .run();
  await expect(inParts(db, long(9), "write", 1)).rejects.toThrow("full");
  expect(await rows(db, "write_parts")).toBe(0);
});

test("retention deletes the parts of an aborted write and spares those of a running one", async () => {
  const db = await migratedSqlite();
  await inParts(db, long(9), "broken", 1000);
  const { statements } = await inParts(db, long(9), "running", 5000);
  expect(await retainStore(db, "adm").forget("writeParts", 2000, 100)).toMatchObject({ deleted: 7 });
  await run(db, statements);
  expect(await rows(db, "write_parts")).toBe(0);
});
