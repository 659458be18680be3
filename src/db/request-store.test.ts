import { beforeEach, expect, test } from "vitest";
import { migratedSqlite } from "../../test/support/sqlite-d1.ts";
import { requestStore } from "./request-store.ts";
import { openVault } from "./vault.ts";

const NOW = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const ANSWER = { status: 201, body: "{}" };

let db: D1Database;
let store: ReturnType<typeof requestStore>;

beforeEach(async () => {
  db = await migratedSqlite();
  store = requestStore(db, openVault([["k1", new Uint8Array(32).fill(7)]]));
});

const kinds = async (key: string, print: string, now: number) => {
  const { kind } = await store.look(key, print, now);
  return [kind, (await store.begin(key, print, now)).kind];
};

test("a key is running for a minute, in case its process has died, and then free again", async () => {
  expect(await store.begin("a", "print", NOW)).toEqual({ kind: "new" });
  expect(await kinds("a", "print", NOW + MINUTE - 1)).toEqual(["running", "running"]);
  expect(await store.look("a", "print", NOW + MINUTE)).toEqual({ kind: "new" });
  expect(await store.begin("a", "print", NOW + MINUTE)).toEqual({ kind: "new" });
  expect(await kinds("a", "print", NOW + 2 * MINUTE - 1)).toEqual(["running", "running"]);
});

test("its answer is known for a day, and sealed", async () => {
  await store.begin("a", "print", NOW);
  await store.finish("a", ANSWER);
  expect(await store.look("a", "print", NOW + DAY - 1)).toEqual({ kind: "done", answer: ANSWER });
  expect(await store.begin("a", "print", NOW + DAY - 1)).toEqual({ kind: "done", answer: ANSWER });
  expect(await db.prepare("SELECT answer FROM requests").first("answer")).not.toContain("201");
  expect(await kinds("a", "print", NOW + DAY)).toEqual(["new", "new"]);
});

test("a key of another request is refused as such, and an abandoned one is free at once", async () => {
  await store.begin("a", "print", NOW);
  expect(await kinds("a", "other", NOW)).toEqual(["other", "other"]);
  await store.finish("a", ANSWER);
  expect(await kinds("a", "other", NOW)).toEqual(["other", "other"]);
  await store.abandon("a");
  expect(await kinds("a", "other", NOW)).toEqual(["new", "new"]);
});

test("keys do not affect each other", async () => {
  await store.begin("a", "print", NOW);
  await store.begin("b", "print", NOW);
  await store.finish("a", ANSWER);
  // Both are over by then, and only one is taken anew.
  await store.begin("b", "print", NOW + DAY);
  await store.abandon("b");
  const { results } = await db.prepare("SELECT key, answer IS NULL AS open FROM requests").all();
  expect(results).toEqual([{ key: "a", open: 0 }]);
  expect((await store.look("a", "print", NOW)).kind).toBe("done");
});
