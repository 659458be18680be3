import { beforeEach, expect, test } from "vitest";
import { editionStore } from "../../src/features/digests/edition-store.ts";
import type { Issue } from "../../src/features/digests/edition/start-editions.ts";
import { channel } from "../../src/features/channels/resource/channel.ts";
import { digest } from "../../src/features/digests/resource/digest.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { keepingOn } from "../support/store-engine.ts";

const T = Date.UTC(2026, 0, 5, 9);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const LEASE = 2 * MINUTE;
const CONTENT = { lives: { count: 1 } };
const PICTURES = { key: "key", until: T + DAY };

let db: D1Database;
let store: ReturnType<typeof editionStore>;

const issueOf = (id: string, more: Partial<Issue> = {}): Issue => ({
  digestId: id,
  channelId: "ch_1",
  was: T,
  next: T + DAY,
  editions: [
    {
      id: `${id}/${T}`,
      deliveryId: `dlv_${id}`,
      digest: { name: id, watchlistId: null, timezone: "UTC", sections: ["lives"] },
      from: T - DAY,
      to: T,
    },
  ],
  ...more,
});
const unwritten = async (now: number) => (await store.dueDigests(now)).unwritten.sort();
const deliveries = async () => {
  const { results } = await db.prepare("SELECT id, status, reason, next_attempt_at FROM deliveries ORDER BY id").all();
  return results.map(({ id, status, reason, next_attempt_at: next }) => [id, status, reason, next]);
};

// Two digests that are due at T.
beforeEach(async () => {
  db = await migratedSqlite();
  store = editionStore(db);
  const keeping = keepingOn(db, T - DAY);
  const settings = { url: "https://hooks.slack.com/services/T/B/x" };
  await keeping.make(channel, { kind: "slack", name: "c", settings }, "ch_1");
  for (const id of ["dig_a", "dig_b"])
    await keeping.make(digest, { name: id, channelId: "ch_1", schedule: "0 9 * * *" }, id);
});

test("a due digest gets one edition with a delivery, however many ticks issue it", async () => {
  expect((await store.dueDigests(T - 1)).digests).toEqual([]);
  const due = await store.dueDigests(T);
  expect(due.digests.map(({ id, nextAt }) => [id, nextAt])).toEqual([
    ["dig_a", T],
    ["dig_b", T],
  ]);
  await store.issue([issueOf("dig_a")], T);
  await store.issue([issueOf("dig_a", { next: T + 2 * DAY })], T + 1);
  expect((await store.dueDigests(T)).digests.map(({ id }) => id)).toEqual(["dig_b"]);
  expect((await store.dueDigests(T + DAY)).digests.map(({ id }) => id)).toContain("dig_a");
  expect(await deliveries()).toEqual([["dlv_dig_a", "pending", null, T]]);
  expect(await unwritten(T)).toEqual([`dig_a/${T}`]);
});

test("one run at a time writes an edition, once", async () => {
  await store.issue([issueOf("dig_a")], T);
  const id = `dig_a/${T}`;
  expect(await store.claim(id, T)).toMatchObject({ id, digestId: "dig_a", from: T - DAY, to: T, content: null });
  expect(await store.claim(id, T + LEASE - 1)).toBeNull();
  expect(await unwritten(T + LEASE - 1)).toEqual([]);
  expect(await unwritten(T + LEASE)).toEqual([id]);
  expect(await store.claim(id, T + LEASE)).toMatchObject({ id });
  await store.keep(id, CONTENT, PICTURES);
  await store.keep(id, { lives: { count: 9 } }, { key: "other", until: 0 });
  expect(await store.find(id)).toMatchObject({ content: CONTENT, pictureKey: "key" });
  expect(await store.claim(id, T + 10 * LEASE)).toBeNull();
  expect(await unwritten(T + 10 * LEASE)).toEqual([]);
  expect((await store.byPictureKey("key", T + DAY - 1))?.id).toBe(id);
  expect(await store.byPictureKey("key", T + DAY)).toBeNull();
});

test("an edition that five runs did not write is given up with its delivery, and no other is", async () => {
  await store.issue([issueOf("dig_a"), issueOf("dig_b")], T);
  const [a, b] = [`dig_a/${T}`, `dig_b/${T}`];
  const pending = ["dlv_dig_b", "pending", null, T];
  for (let run = 0; run < 5; run++) expect(await store.claim(a, T + run * LEASE)).not.toBeNull();
  // The fifth may still be writing.
  expect(await store.claim(a, T + 5 * LEASE - 1)).toBeNull();
  expect(await deliveries()).toEqual([["dlv_dig_a", "pending", null, T], pending]);
  expect(await store.claim(a, T + 5 * LEASE)).toBeNull();
  expect(await deliveries()).toEqual([["dlv_dig_a", "dead", "the digest could not be written", null], pending]);
  expect([await store.find(a), await unwritten(T + 9 * LEASE)]).toEqual([null, [b]]);
  expect(await store.claim(b, T + 9 * LEASE)).not.toBeNull();
});

test("what was written is never given up, and a delivery that was sent stays so", async () => {
  await store.issue([issueOf("dig_a"), issueOf("dig_b")], T);
  const [a, b] = [`dig_a/${T}`, `dig_b/${T}`];
  for (let run = 0; run < 5; run++) for (const id of [a, b]) await store.claim(id, T + run * LEASE);
  await store.keep(a, CONTENT, PICTURES);
  await db.prepare("UPDATE deliveries SET status = 'suppressed', next_attempt_at = NULL WHERE id = 'dlv_dig_b'").run();
  for (const id of [a, b]) expect(await store.claim(id, T + 9 * LEASE)).toBeNull();
  expect(await deliveries()).toEqual([
    ["dlv_dig_a", "pending", null, T],
    ["dlv_dig_b", "suppressed", null, null],
  ]);
  expect(await store.find(a)).toMatchObject({ content: CONTENT });
  expect(await store.find(b)).toBeNull();
});
