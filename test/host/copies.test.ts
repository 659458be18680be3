import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mkdir } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../host/backup/database.ts";
import { NO_DATABASE } from "../../host/deploy/project.ts";
import { copiesIn, storeCopy } from "../../host/runtime/copies.ts";
import { databasePath, furnish } from "../../host/runtime/database.ts";
import { readMigrations, type Migration } from "../../host/runtime/migrations.ts";
import { contents, stateFolder } from "./state-folder.ts";
import { command, script } from "./scripts.ts";

const { state: folderOf, start, env, inFolder } = stateFolder();

let state: string;
let all: Migration[];
const log: string[] = [];

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "tallylight-copies-"));
  all = await readMigrations();
  log.length = 0;
});

afterEach(() => rm(state, { recursive: true, force: true }));

const next = (n: number): Migration => ({ name: `90${n}0_next.sql`, sql: `CREATE TABLE next_${n} (id TEXT)` });

/** What a start does before the runtime opens the database. */
const started = (migrations: Migration[], free?: (folder: string) => number) =>
  furnish(join(state, "d", "one.sqlite"), migrations, (db, migration) =>
    storeCopy(db, copiesIn(state), migration, (_level, message) => log.push(message), free),
  );

const copies = () => readdir(copiesIn(state)).catch(() => []);

test("a copy is kept before migrations and never else; of more than three the latest three", async () => {
  await started(all);
  await started(all);
  expect([await copies(), log]).toEqual([[], []]);
  for (let n = 1; n <= 5; n++) {
    await started([...all, ...Array.from({ length: n }, (_, at) => next(at + 1))]);
    // Names tell seconds: what was made within one is told apart by the migration.
    const stored = await copies();
    expect(stored.length).toBe(Math.min(n, 3));
    expect(stored.some((name) => name.startsWith(`before-90${n}0_next-`))).toBe(true);
    const newest = join(
      copiesIn(state),
      stored.find((name) => name.startsWith(`before-90${n}0_`))!,
    );
    expect((await stat(newest)).mode & 0o777).toBe(0o600);
    const tables = Object.keys(contents(newest));
    expect([tables.includes(`next_${n - 1}`), tables.includes(`next_${n}`)]).toEqual([n > 1, false]);
  }
  expect(log.every((line) => /A copy of the database .* is in/.test(line))).toBe(true);
});

test("a start gives back the batches that an earlier one had queued, their calls too, once", async () => {
  const path = join(state, "d", "one.sqlite");
  await started(all);
  const tick = 1_767_614_400_000;
  const db = openDatabase(path);
  db.prepare("UPDATE ticker SET last_tick_at = ?, dealt = ?").run(
    tick,
    JSON.stringify({
      [tick]: [
        [40, tick, 40],
        [40, tick, 45],
        [7, tick, 7],
      ],
      [tick - 60_000]: [[1, tick]],
    }),
  );
  db.prepare("UPDATE tally SET unspent = 5, done = ?, freed = ?").run(
    JSON.stringify({ [tick]: ",0," }),
    JSON.stringify({ [tick]: ",2," }),
  );
  db.close();
  for (let n = 0; n < 2; n++) {
    await started(all);
    const again = openDatabase(path);
    const { freed: released, unspent } = again.prepare("SELECT freed, unspent FROM tally").get() as Record<
      string,
      string
    >;
    again.close();
    expect([JSON.parse(released!), unspent]).toEqual([{ [tick]: ",2,1,", [tick - 60_000]: ",0," }, 50]);
  }
});

test("npm run restore takes such a copy, with what an older version wrote, and migrates it", async () => {
  const path = databasePath(folderOf(), NO_DATABASE);
  await mkdir(dirname(path), { recursive: true });
  await furnish(path, all.slice(0, -1), () => undefined);
  const db = openDatabase(path);
  db.exec("UPDATE watchlists SET description = 'mine'");
  db.close();
  const migrated = await start();
  await migrated.stop();
  const [copy, ...rest] = await readdir(copiesIn(folderOf()));
  expect(rest).toEqual([]);
  await writeFile(inFolder("copy.sqlite"), await readFile(join(copiesIn(folderOf()), copy!)));
  await rm(folderOf(), { recursive: true });
  const restored = await script("restore", [inFolder("copy.sqlite")], env());
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining("✓ restored into")]);
  const again = await start();
  expect((await again.api("watchlists")).items).toMatchObject([{ description: "mine" }]);
  expect((await again.api("status")).counts).toBeDefined();
});

test("a copy that is damaged, is of something else, or of a version that this one cannot follow changes nothing", async () => {
  const file = inFolder("copy.sqlite");
  const tried = async () => {
    const { code, output } = await command("restore", [file], env());
    return [code, output];
  };
  await started(all);
  const whole = await readFile(join(state, "d", "one.sqlite"));
  await writeFile(file, whole.subarray(0, whole.length / 2));
  expect(await tried()).toEqual([1, expect.stringContaining("This file is damaged")]);
  await rm(file);
  const other = openDatabase(file);
  other.exec("CREATE TABLE recipes (id TEXT)");
  other.close();
  expect(await tried()).toEqual([1, expect.stringContaining("not a Tallylight database")]);
  await rm(file);
  await furnish(file, [...all, next(9)], () => undefined);
  const below = openDatabase(file);
  below.exec("UPDATE ticker SET schema_floor = 9090");
  below.close();
  expect(await tried()).toEqual([1, expect.stringContaining("created by a newer Tallylight")]);
});

test("a backup of a database with additive migrations of a newer version comes back with all that they added", async () => {
  const path = databasePath(folderOf(), NO_DATABASE);
  await mkdir(dirname(path), { recursive: true });
  await furnish(path, [...all, next(9)], () => undefined);
  const db = openDatabase(path);
  db.exec("INSERT INTO next_9 (id) VALUES ('theirs')");
  db.close();
  const file = inFolder("newer.ndjson.gz");
  expect((await command("backup", [file], env())).code).toBe(0);
  await rm(folderOf(), { recursive: true });
  const restored = await command("restore", [file], env());
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining("✓ restored into")]);
  expect(contents(path)["next_9"]).toEqual([["theirs"]]);
  const again = await start();
  expect((await again.api("watchlists")).items).toHaveLength(1);
});

test("where the disk has hardly room for a copy none is kept, nothing of it is left, and the migration goes on", async () => {
  const MEGABYTE = 1024 * 1024;
  await started(all);
  await started([...all, next(1)], () => 16 * MEGABYTE);
  expect([await copies(), log]).toEqual([
    [],
    [expect.stringMatching(/^The database was not copied .*it needs \d+ MB, and 16 MB are free/)],
  ]);
  expect(Object.keys(contents(join(state, "d", "one.sqlite")))).toContain("next_1");
});

test("of a copy that fails halfway nothing is left", async () => {
  await started(all);
  const db = openDatabase(join(state, "d", "one.sqlite"));
  // SQLite copies nothing in the middle of a transaction.
  db.exec("BEGIN");
  storeCopy(
    db,
    copiesIn(state),
    "9010_next.sql",
    (_level, message) => log.push(message),
    () => 1e12,
  );
  db.close();
  expect([await copies(), log]).toEqual([[], [expect.stringMatching(/^The database was not copied before/)]]);
});

test("a start gives back what an earlier one was sending", async () => {
  const path = join(state, "d", "one.sqlite");
  await started(all);
  const db = openDatabase(path);
  db.exec(`INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, lease_until)
    VALUES ('dlv_1', 'ch_1', 'pending', '[]', 1, 0, 99), ('dlv_2', 'ch_1', 'pending', '[]', 1, 0, 0)`);
  db.close();
  await started(all);
  const again = openDatabase(path);
  const rows = again.prepare("SELECT id, lease_until FROM deliveries ORDER BY id").all();
  again.close();
  expect(rows.map((row) => [row["id"], row["lease_until"]])).toEqual([
    ["dlv_1", 1],
    ["dlv_2", 0],
  ]);
});
