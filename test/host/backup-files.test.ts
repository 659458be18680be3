import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { migrationsOf, openDatabase } from "../../host/backup/database.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { writeBackup } from "../../host/backup/write.ts";
import { stateFolder } from "./state-folder.ts";

const { inFolder, file, state, database, rows, backup, restore, start } = stateFolder();

const table = { columns: ["id", "name", "description", "created_at", "updated_at"], rows: 1 };
const header = {
  format: "tallylight-backup",
  version: 1,
  createdAt: "2026-11-01T00:00:00.000Z",
  tables: { watchlists: table },
};
const row = ["watchlists", "wl_default", "default", "", 1, 1];

async function migrations(max = Infinity): Promise<string[]> {
  return (await readMigrations()).slice(0, max).map(({ name }) => name);
}

function written(lines: unknown[]): Buffer {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  return gzipSync(`${text}${JSON.stringify({ rows: lines.length - 1, sha256 })}\n`);
}

test("a file that is damaged, no backup or from a newer version changes nothing", async () => {
  const names = await migrations();
  const good = written([{ ...header, migrations: names }, row]);
  const text = gunzipSync(good).toString();
  const cases: [string | Buffer, string][] = [
    ["some text", "not a backup"],
    ["", "ends too early"],
    [good.subarray(0, good.length - 12), "ends too early"],
    [Buffer.concat([good.subarray(0, 40), Buffer.from([good[40]! ^ 255]), good.subarray(41)]), "damaged"],
    [gzipSync(text.split("\n").slice(0, 2).join("\n")), "ends too early"],
    [gzipSync(text.replace('"default"', '"defiant"')), "its checksum is wrong"],
    [gzipSync(text.replace(/\["watchlists.*\n/, "")), "its checksum is wrong"],
    [written([{ hello: 1 }]), "not a Tallylight backup"],
    [written([{ ...header, version: 2, migrations: names }, row]), "created by a newer Tallylight"],
    [written([{ ...header, migrations: [...names, "0099_later.sql"] }, row]), "its database has 0099_later.sql"],
    [written([{ ...header, migrations: names }, [...row, "more"]]), "does not fit its table"],
    [
      written([{ ...header, migrations: names }, ["watchlists", null, null, null, null, null]]),
      "does not fit its table",
    ],
    [
      written([{ ...header, migrations: names, tables: { secrets: table } }, ["secrets", ...row.slice(1)]]),
      "is unknown",
    ],
  ];
  await writeFile(file(), good);
  expect((await restore()).code).toBe(0);
  const was = [rows(), await readdir(state())];
  for (const [content, words] of cases) {
    await writeFile(file(), content);
    const { code, output } = await restore("--force");
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
  }
  expect([rows(), await readdir(state())]).toEqual(was);
});

test("a backup of an older database gets the migrations that came since", async () => {
  const old = openDatabase(inFolder("old.sqlite"));
  old.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  for (const { name, sql } of (await readMigrations()).slice(0, 2)) {
    old.exec(sql);
    old.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  }
  old.exec("UPDATE watchlists SET description = 'mine'; UPDATE ticker SET tokens = 2.5");
  await writeBackup(old, file(), "2026-11-01T00:00:00.000Z", () => undefined);
  old.close();
  expect((await restore()).code).toBe(0);
  const is = rows();
  expect(is["digests"]).toEqual([]);
  expect(is["watchlists"]!.map((one) => one.includes("mine"))).toEqual([true]);
  const system = await start();
  expect((await system.api("digests")).items).toEqual([]);
  const db = openDatabase(database(), true);
  expect(migrationsOf(db)).toEqual(await migrations());
  db.close();
});

test("a backup of nothing, or over a file, is refused", async () => {
  expect((await backup()).output).toContain("There is no database in");
  expect(existsSync(file())).toBe(false);
  await writeFile(file(), "mine");
  expect((await backup()).output).toContain("already exists");
  expect(await readFile(file(), "utf8")).toBe("mine");
});
