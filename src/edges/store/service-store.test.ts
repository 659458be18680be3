import { expect, test } from "vitest";
import { migratedSqlite } from "../../../test/support/sqlite-d1.ts";
import { ACCOUNT_PLACE } from "../../flows/manage/service.ts";
import { serviceStore } from "./service-store.ts";
import { openVault } from "./vault.ts";

const account = { baseUrl: "https://api.example.com", username: "me", password: "secret" };
const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test("an account that an earlier key sealed is sealed anew, and then opens without that key", async () => {
  const store = serviceStore(await migratedSqlite());
  await store.keepAccount(await openVault([["k1", old]]).seal(account, ACCOUNT_PLACE));
  const both = openVault([
    ["k2", fresh],
    ["k1", old],
  ]);
  await store.renewAccount(both);
  const kept = (await store.read()).account!;
  expect(await openVault([["k2", fresh]]).open(kept, ACCOUNT_PLACE)).toEqual(account);
  await store.renewAccount(both);
  expect((await store.read()).account).toBe(kept);
});

test("one that no key opens stays as it is, and none is none", async () => {
  const store = serviceStore(await migratedSqlite());
  await store.renewAccount(openVault([["k2", fresh]]));
  expect((await store.read()).account).toBeNull();
  await store.keepAccount("no ciphertext");
  await store.renewAccount(openVault([["k2", fresh]]));
  expect((await store.read()).account).toBe("no ciphertext");
});
