import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { columnsOf, openDatabase, rowsOf, tablesOf, type Database } from "../../host/backup/database.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { dump, statementsIn } from "../../host/backup/sql.ts";
import { writeBackup } from "../../host/backup/write.ts";
import { command } from "./scripts.ts";

const HOSTILE = "';-- \"`\n\r\n\u2028 DROP TABLE watchlists; ü 𝄞 \\ %s $1";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-remote-"));
  file = join(folder, "one.ndjson.gz");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A database with texts of every sort: hostile, empty, with zeros, and far longer than a statement may be. */
async function difficult(): Promise<Database> {
  const db = openDatabase(":memory:");
  db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const { name, sql } of await readMigrations()) {
    db.exec(sql);
    db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  }
  const add = db.prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?, ?, ?)");
  for (const [day, text] of [HOSTILE, "", HOSTILE.repeat(20_000), "𝄞".repeat(70_000)].entries())
    add.run(HOSTILE, day, text);
  db.prepare("INSERT INTO sheets (id, entries, edits) VALUES (1, ?, ?)").run("x".repeat(200_000), "'".repeat(200_000));
  db.exec("UPDATE ticker SET tokens = 0.1, filled_at = 1795263846035");
  return db;
}

const contents = (db: Database) =>
  Object.fromEntries(tablesOf(db).map((table) => [table, [...rowsOf(db, table, columnsOf(db, table))]]));

test("a database as SQL comes back the same, in statements that D1 takes", async () => {
  const db = await difficult();
  db.prepare("INSERT INTO series (target_id, begins_at, points) VALUES ('zero', 0, ?)").run("a\0b");
  const text = [...dump(db)].join("\n");
  const copy = openDatabase(":memory:");
  for await (const statement of statementsIn(pieces(text))) {
    expect(Buffer.byteLength(statement)).toBeLessThan(100_000);
    copy.exec(statement);
  }
  expect(contents(copy)).toEqual(contents(db));
});

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 997) yield text.slice(at, at + 997);
}

// Each of its commands takes seconds. That D1 takes the statements is above.
test.runIf(process.env["LONG"])("into a deployed database and back, by wrangler itself", async () => {
  const db = await difficult();
  await writeBackup(db, file, new Date().toISOString(), () => undefined);
  const env = {
    FAKE_ACCOUNT: folder,
    TALLYLIGHT_WRANGLER: resolve("test/host/remote-as-local.mjs"),
    TALLYLIGHT_STATE: folder,
  };
  const sent = await command("restore", [file, "--remote"], env);
  expect(sent.output).toContain("✓ restored into the database tallylight");
  const again = await command("restore", [file, "--remote"], env);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining("The database tallylight is not empty")]);
  expect((await command("restore", [file, "--remote", "--force"], env)).code).toBe(0);
  const before = (await readdir(folder)).filter((name) => name.startsWith("tallylight-backup-before-restore-"));
  expect(before).toHaveLength(1);
  const back = join(folder, "back.ndjson.gz");
  const fetched = await command("backup", [back, "--remote"], env);
  expect(fetched.output).toContain("back.ndjson.gz");
  const local = await command("restore", [back], { TALLYLIGHT_STATE: join(folder, "local") });
  expect(local.code).toBe(0);
  const d1 = join(folder, "local/v3/d1/miniflare-D1DatabaseObject");
  const copy = openDatabase(
    join(
      d1,
      (await readdir(d1)).find((name) => name.endsWith(".sqlite"))!,
    ),
    true,
  );
  expect(contents(copy)).toEqual(contents(db));
});
