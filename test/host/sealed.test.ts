import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../host/backup/database.ts";
import { checkKeys } from "../../host/runtime/sealed.ts";
import { vaultIn } from "../../host/runtime/vault-keys.ts";
import { openVault } from "../../src/db/vault.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-sealed-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a start asks for the key of what is sealed; damaged rows among others are no reason", async () => {
  const [right, invalid] = [randomBytes(32), randomBytes(32)];
  const vault = openVault([["k1", right]]);
  const path = join(folder, "one.sqlite");
  const db = openDatabase(path);
  db.exec("CREATE TABLE channels (id TEXT, sealed TEXT); CREATE TABLE ticker (id INTEGER, account TEXT)");
  const add = db.prepare("INSERT INTO channels VALUES (?, ?)");
  add.run("ch_1", await vault.seal({ url: "a" }, "channels/ch_1/sealed"));
  add.run("ch_2", await vault.seal({ url: "b" }, "channels/elsewhere/sealed"));
  db.prepare("INSERT INTO ticker VALUES (1, ?)").run(await vault.seal({}, "ticker/elsewhere/account"));
  db.close();
  const keys = (key: Buffer, more: object = {}) => ({
    ENCRYPTION_KEYS: JSON.stringify({ k1: key.toString("base64") }),
    ...more,
  });
  await checkKeys(path, keys(right));
  await expect(checkKeys(path, keys(invalid))).rejects.toThrow("2 channels and the data service account need it");
  const other = JSON.stringify({ k2: invalid.toString("base64") });
  const provided = { UPSTREAM_BASE_URL: "https://service.example.com" };
  await expect(checkKeys(path, keys(invalid, provided))).rejects.toThrow(
    /named "k1" than before, and 2 channels need it/,
  );
  await expect(checkKeys(path, { ENCRYPTION_KEYS: other })).rejects.toThrow('lacks the key "k1"');
  for (const broken of ["", "{", "null", "[]", '{"k1":5}', '"text"'])
    await expect(checkKeys(path, { ENCRYPTION_KEYS: broken })).rejects.toThrow('lacks the key "k1"');
});

test("what a derived key encrypted needs its admin token: the current one, or the previous", async () => {
  const [token, other] = ["t".repeat(32), "o".repeat(32)];
  const vault = vaultIn({ ADMIN_TOKEN: token })!;
  const path = join(folder, "one.sqlite");
  const db = openDatabase(path);
  db.exec("CREATE TABLE channels (id TEXT, sealed TEXT); CREATE TABLE ticker (id INTEGER, account TEXT)");
  db.prepare("INSERT INTO channels VALUES ('ch_1', ?)").run(await vault.seal({ url: "a" }, "channels/ch_1/sealed"));
  db.close();
  const ENCRYPTION_KEYS = JSON.stringify({ k1: randomBytes(32).toString("base64") });
  await checkKeys(path, { ADMIN_TOKEN: token, ENCRYPTION_KEYS });
  await checkKeys(path, { ADMIN_TOKEN: other, PREVIOUS_ADMIN_TOKEN: token, ENCRYPTION_KEYS });
  await expect(checkKeys(path, { ADMIN_TOKEN: other, ENCRYPTION_KEYS })).rejects.toThrow(
    "1 channel was encrypted with a key derived from another ADMIN_TOKEN: set PREVIOUS_ADMIN_TOKEN to it.",
  );
});
