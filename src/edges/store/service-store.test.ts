import { expect, test } from "vitest";
import { migratedSqlite } from "../../../test/support/sqlite-d1.ts";
import { ACCOUNT_PLACE } from "../../flows/commands/service.ts";
import { serviceStore } from "./service-store.ts";
import { sealSome } from "./encrypted-store.ts";
import { openVault } from "./vault.ts";

const account = { baseUrl: "https://api.example.com", username: "me", password: "secret" };
const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test("an account encrypted with an earlier key is encrypted again, and opens without that key", async () => {
  const db = await migratedSqlite();
  const store = serviceStore(db);
  await store.keepAccount(await openVault([["k1", old]]).seal(account, ACCOUNT_PLACE));
  const both = openVault([
    ["k2", fresh],
    ["k1", old],
  ]);
  await sealSome(db, both, 50);
  const stored = (await store.read()).account!;
  expect(await openVault([["k2", fresh]]).open(stored, ACCOUNT_PLACE)).toEqual(account);
  await sealSome(db, both, 50);
  expect((await store.read()).account).toBe(stored);
});

test("a new account or a changed operation closes the open breakers", async () => {
  const db = await migratedSqlite();
  const store = serviceStore(db);
  const breaker = { reason: "unauthorized", status: 401, since: 1, until: 2, strikes: 1 };
  const open = () =>
    db
      .prepare("UPDATE ticker SET breakers = ?1")
      .bind(JSON.stringify({ "live.info": breaker, "user.info": breaker }))
      .run();
  await open();
  await store.keepOperation("live.info", { path: "/info" } as never);
  expect(Object.keys(await store.breakers())).toEqual(["user.info"]);
  await store.keepAccount("sealed");
  expect(await store.breakers()).toEqual({});
});

test("an account that no key opens is left alone, and no account stays no account", async () => {
  const db = await migratedSqlite();
  const store = serviceStore(db);
  await sealSome(db, openVault([["k2", fresh]]), 50);
  expect((await store.read()).account).toBeNull();
  await store.keepAccount("no ciphertext");
  await sealSome(db, openVault([["k2", fresh]]), 50);
  expect((await store.read()).account).toBe("no ciphertext");
});
