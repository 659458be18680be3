import { beforeEach, expect, test } from "vitest";
import { migratedSqlite } from "../../../test/support/sqlite-d1.ts";
import { SIGN_IN_MS } from "../../core/sign-in.ts";
import { signInStore } from "./sign-in-store.ts";

const NOW = Date.UTC(2026, 0, 5, 12);
const ADMIN = "adm_m";

let db: D1Database;
let store: ReturnType<typeof signInStore>;

const add = (id: string, holder: string, more: { at?: number; replaced?: string } = {}) =>
  store.add({ id, holder, at: more.at ?? NOW, address: null, agent: null, email: null }, more.replaced ?? null);
const token = (id: string, expiresAt: number | null) =>
  db
    .prepare("INSERT INTO tokens (id, created_at, name, scopes, hash, expires_at) VALUES (?1, 0, 'n', '[]', ?1, ?2)")
    .bind(id, expiresAt)
    .run();
const listed = async (holder: string | null, now = NOW) =>
  (await store.list(holder, { limit: 200, after: null }, now)).items.map(({ id }) => id);

beforeEach(async () => {
  db = await migratedSqlite();
  store = signInStore(db, ADMIN);
  await token("tok_a", null);
  await token("tok_b", NOW + 10);
});

test("sessions are listed newest first, for one holder or all, until they or their token expire", async () => {
  await add("one", "tok_a");
  await add("two", "tok_b", { at: NOW + 1 });
  await add("three", ADMIN, { at: NOW + 2 });
  await add("four", "tok_gone");
  expect(await listed(null)).toEqual(["three", "two", "one"]);
  expect(await listed("tok_a")).toEqual(["one"]);
  expect(await listed(null, NOW + 9)).toEqual(["three", "two", "one"]);
  expect(await listed(null, NOW + 10)).toEqual(["three", "one"]);
  expect(await listed(null, NOW + SIGN_IN_MS - 1)).toEqual(["three", "one"]);
  expect(await listed(null, NOW + SIGN_IN_MS)).toEqual(["three"]);
  const first = await store.list(null, { limit: 2, after: null }, NOW);
  expect([first.items.length, first.items[0]!.tokenId, first.items[1]!.tokenId]).toEqual([2, null, "tok_b"]);
  const rest = await store.list(null, { limit: 2, after: first.next }, NOW);
  expect([rest.items.map(({ id }) => id), rest.next]).toEqual([["one"], null]);
});

test("a session replaces another, and a token keeps its last hundred", async () => {
  await add("old", "tok_a");
  await add("other", "tok_a");
  await add("new", "tok_a", { replaced: "old" });
  expect(await listed("tok_a")).toEqual(["new", "other"]);
  await add("admin", ADMIN);
  for (let n = 0; n < 99; n++) await add(`s${n}`, "tok_a");
  const all = await listed("tok_a");
  expect([all.length, all.at(-1), await listed(ADMIN)]).toEqual([100, "new", ["admin"]]);
});

test("a sign-in with the admin token ends the sessions of earlier ones, and those alone", async () => {
  await add("earlier", "adm_a");
  await add("later", "adm_z");
  await add("person", "tok_a");
  const left = async () => {
    const { results } = await db.prepare("SELECT id FROM sign_ins ORDER BY seq").all();
    return results.map(({ id }) => id);
  };
  await add("second", "tok_a");
  expect(await left()).toEqual(["earlier", "later", "person", "second"]);
  await add("mine", ADMIN);
  expect(await left()).toEqual(["person", "second", "mine"]);
});

test("a holder ends their own sessions, an admin anyone's", async () => {
  for (const [id, holder] of [
    ["a1", "tok_a"],
    ["a2", "tok_a"],
    ["a3", "tok_a"],
    ["b1", "tok_b"],
    ["m1", ADMIN],
  ] as const)
    await add(id, holder);
  expect([await store.end("b1", "tok_a"), await store.end("a3", "tok_a"), await store.end("a3", null)]).toEqual([
    false,
    true,
    false,
  ]);
  await store.endOthers("a1", "tok_a");
  expect(await listed(null)).toEqual(["m1", "b1", "a1"]);
  await store.endOthers("m1", null);
  expect(await listed(null)).toEqual(["m1"]);
});
