import { mkdir, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stageCopy } from "../../host/backup/stage.ts";
import { openDatabase } from "../../host/backup/database.ts";
import { furnish, storedIn } from "../../host/runtime/database.ts";
import { checkStored } from "../../host/runtime/check-stored.ts";
import { readMigrations, type Migration } from "../../host/runtime/migrations.ts";

let state: string;
let path: string;
let all: Migration[];
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "tallylight-damage-"));
  await mkdir(storedIn(state), { recursive: true });
  path = join(storedIn(state), "one.sqlite");
  all = await readMigrations();
  await furnish(path, all, () => undefined);
});
afterEach(() => rm(state, { recursive: true, force: true }));

const checked = () => checkStored(state, { here: "1", before: null, migrations: all.map(({ name }) => name) });
const staged = async () => (await stageCopy(path, join(state, "copy"), all)).db.close();

/** Spoils one page in the middle: everything that does not read this table still works. */
async function spoil(): Promise<void> {
  const db = openDatabase(path);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'silences'").get()!;
  const { page_size: size } = db.prepare("PRAGMA page_size").get()!;
  db.close();
  const file = await open(path, "r+");
  await file.write(Buffer.alloc(Number(size), 255), 0, Number(size), (Number(rootpage) - 1) * Number(size));
  await file.close();
}

test("a database that is damaged where nobody looks at first is neither started on nor taken back", async () => {
  await checked();
  await staged();
  await rm(join(state, "copy"), { force: true });
  await spoil();
  await expect(checked()).rejects.toThrow(/one\.sqlite is damaged .*npm run restore/s);
  await expect(staged()).rejects.toThrow("This file is damaged");
});

/** Two rows of a table get the same number, as after a flipped bit: each page by itself can still be read and copied. */
async function twice(): Promise<void> {
  const db = openDatabase(path);
  const second = "INSERT INTO watchlists (id, name, created_at, updated_at) VALUES ('wl_second', 'Second', 1, 1)";
  db.exec(`${second}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE`);
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'watchlists'").get()!;
  const { page_size: size } = db.prepare("PRAGMA page_size").get()!;
  db.close();
  const file = await open(path, "r+");
  const page = Buffer.alloc(Number(size));
  await file.read(page, 0, page.length, (Number(rootpage) - 1) * page.length);
  // The second cell of a leaf: how long its row is, then the row's number.
  let at = page.readUInt16BE(8 + 2);
  while (page[at]! >= 128) at += 1;
  expect(page[at + 1]).toBe(2);
  await file.write(Buffer.from([1]), 0, 1, (Number(rootpage) - 1) * page.length + at + 1);
  await file.close();
}

test("a database whose rows are damaged, though each page can be copied, is not taken back", async () => {
  await twice();
  await rm(join(state, "copy"), { force: true });
  await expect(staged()).rejects.toThrow(/^This file is damaged: .*Rowid 1 out of order\.$/);
});

test("a database without a byte, or of a newer version that this one cannot work with, is not started on", async () => {
  const db = openDatabase(path);
  db.exec("INSERT INTO d1_migrations (name) VALUES ('9990_newer.sql')");
  await checked();
  db.exec("UPDATE ticker SET schema_floor = 9990");
  db.close();
  await expect(checked()).rejects.toThrow(/A newer Tallylight .*9990_newer/s);
  await rm(path);
  await (await open(join(storedIn(state), `${"0a".repeat(32)}.sqlite`), "w")).close();
  await expect(checked()).rejects.toThrow("is empty (0 bytes)");
});

test("a database from before the first release is refused in a sentence, and stays as it is", async () => {
  const db = openDatabase(path);
  db.exec("UPDATE d1_migrations SET name = 'x' || name; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const before = await readFile(path);
  await expect(checked()).rejects.toThrow(/is from before the first release, and nothing of it was changed/);
  await expect(staged()).rejects.toThrow("This backup is from before the first release.");
  expect((await readFile(path)).equals(before)).toBe(true);
});
