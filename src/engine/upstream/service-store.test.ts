import { expect, test } from "vitest";
import { afterGoodAnswer, breakerOpenedBy, isShut, type CircuitBreaker } from "../../core/circuit-breaker.ts";
import { migratedSqlite } from "../../../test/support/sqlite-d1.ts";
import { ACCOUNT_PLACE } from "./definition.ts";
import { serviceStore } from "./service-store.ts";
import { sealSome } from "./encrypted-store.ts";
import { openVault } from "../../db/vault.ts";

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

test("a new account or a changed operation lets calls through open breakers, which end with the first answer", async () => {
  const db = await migratedSqlite();
  const store = serviceStore(db);
  const NOW = 1_800_000_000_000;
  const fault = { kind: "refused" as const, status: 401, detail: "" };
  const breaker = breakerOpenedBy(fault, null, NOW)!;
  const written = (gate: CircuitBreaker) =>
    db
      .prepare("UPDATE ticker SET breakers = ?1, gate = ?2")
      .bind(JSON.stringify({ "live.info": breaker, "user.info": breaker }), JSON.stringify(gate))
      .run();
  const shut = async () =>
    Object.entries(await store.breakers()).flatMap(([name, one]) => (isShut(one, NOW) ? name : []));
  const gate = async () => JSON.parse((await db.prepare("SELECT gate FROM ticker").first<string | null>("gate"))!);
  await written(breaker);
  await store.keepOperation("live.info", { path: "/info" } as never);
  expect([await shut(), isShut(await gate(), NOW)]).toEqual([["user.info"], true]);
  await store.keepAccount("sealed");
  expect([await shut(), isShut(await gate(), NOW)]).toEqual([[], false]);
  const { breaker: ended, news } = afterGoodAnswer(await gate(), null, 0, NOW);
  expect([ended, news]).toMatchObject([null, [{ data: { of: "upstream.unauthorized" } }]]);
  expect(afterGoodAnswer((await store.breakers())["user.info"]!, "user.info", 600_000, NOW).news).toHaveLength(1);
  // At another service the budget need not grow back.
  await written({ ...breaker, reason: "throttled", status: 429, recovered: true, reopenedAt: NOW });
  await store.keepAccount("another");
  expect(await gate()).toBeNull();
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
