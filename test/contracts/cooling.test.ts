import { beforeEach, expect, test } from "vitest";
import { readCooling } from "../../src/engine/route/route-store.ts";
import { SEQ_PER_MS } from "../../src/core/event.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 5, 12);

let db: D1Database;
let created = 0;
beforeEach(async () => {
  db = await migratedSqlite();
});

/** An event, and the message about it at the same instant. */
async function notified(
  id: string,
  at: number,
  over: { target?: string | null; type?: string; channel?: string; status?: string; summary?: string } = {},
): Promise<void> {
  const { target = "tgt_1", type = "live.started", channel = "ch_1", status = "sent", summary = null } = over;
  await db.batch([
    db
      .prepare(
        `INSERT INTO events (seq, id, type, target_id, occurred_at, detected_at, window_to, data, commit_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?5, '{}', 'c')`,
      )
      .bind(at * SEQ_PER_MS + created++, id, type, target, at),
    message(`dlv_${id}`, at, channel, status, [id], summary),
  ]);
}

const message = (id: string, at: number, channel: string, status: string, of: string[], summary: string | null) =>
  db
    .prepare(
      `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, summary) VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6)`,
    )
    .bind(id, channel, status, JSON.stringify(of.map((event) => ({ event, mentions: [] }))), at, summary);

const requested = (over: Partial<Parameters<typeof readCooling>[1][number]> = {}) => ({
  channelId: "ch_1",
  targetId: "tgt_1",
  type: "live.started",
  after: NOW - HOUR,
  alone: false,
  ...over,
});

const places = async (...questions: ReturnType<typeof requested>[]) =>
  [...(await readCooling(db, questions))].toSorted();

test("a message within the cooldown suppresses that type of that target on that channel, and nothing else", async () => {
  await notified("evt_a", NOW - HOUR + 1);
  const rest = [{ channelId: "ch_2" }, { targetId: "tgt_2" }, { type: "live.ended" }, { after: NOW - HOUR + 1 }];
  expect(await places(...rest.map(requested), requested(), requested({ targetId: null }), requested())).toEqual([4, 6]);
});

test("suppressed events start no cooldown, and neither do events without a message", async () => {
  await notified("evt_a", NOW - 1000, { status: "suppressed" });
  await notified("evt_b", NOW - 1000, { channel: "ch_2" });
  expect(await places(requested())).toEqual([]);
  await notified("evt_c", NOW - 2000, { status: "pending" });
  expect(await places(requested())).toEqual([0]);
});

test("held events count from the summary that sent them", async () => {
  await notified("evt_a", NOW - 9 * HOUR, { status: "held", summary: "dlv_sum" });
  expect(await places(requested())).toEqual([]);
  await message("dlv_sum", NOW - HOUR / 2, "ch_1", "sent", ["evt_a"], null).run();
  expect(await places(requested(), requested({ after: NOW - HOUR / 2 }))).toEqual([0]);
});

test("the cooldown also applies to system events, which have no target", async () => {
  await notified("evt_a", NOW - 1000, { target: null, type: "upstream.degraded" });
  expect(await places(requested({ targetId: null, type: "upstream.degraded" }), requested())).toEqual([0]);
});
