import { beforeEach, expect, test } from "vitest";
import { retryNow } from "../../src/engine/deliver/channel-store.ts";
import { onWakeUp, type WakeUp, type SweepDeps } from "../../src/wiring/sweep.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { tellingOn, type Telling } from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);
const SECOND = 1000;

let telling: Telling;
let nudges: [seconds: number, nudge: WakeUp][];
let status: (url: string) => number;
beforeEach(async () => {
  telling = tellingOn(await migratedSqlite());
  nudges = [];
  status = () => 200;
});

const sweep = (): SweepDeps =>
  ({
    deliver: outbound(async ({ url }) => answered(status(url), "ok"), telling.outbox, {
      wallNow: () => telling.clock.wall,
      random: () => 0.5,
    }),
    room: () => 100,
    notify: () => undefined,
    wakeUp: async (wakeUp: WakeUp, seconds: number) => nudges.push([seconds, wakeUp]) > 0,
  }) as unknown as SweepDeps;

const woken = (at: number) => onWakeUp({ at, complete: null }, sweep());

test("failures of one run get a wake-up at their own times, shared within a second", async () => {
  for (const id of ["ch_1", "ch_2", "ch_3"]) await telling.channel(id);
  status = () => 500;
  await telling.tell(T, { id: "first", channelId: "ch_1" });
  await woken(T);
  await woken(T + 6 * SECOND);
  nudges = [];
  await telling.tell(T + 25 * SECOND, { id: "second", channelId: "ch_2" }, { id: "third", channelId: "ch_3" });
  await woken(T + 25 * SECOND);
  expect(nudges).toEqual([
    [6, { at: T + 30_500, complete: null }],
    [50, { at: T + 74_500, complete: null }],
  ]);
});

test("a recovered channel is tried again at once, with one wake-up, if deliveries wait for it", async () => {
  await telling.channel("ch_1");
  await telling.tell(T, { id: "a", channelId: "ch_1" }, { id: "b", channelId: "ch_1" });
  status = () => 500;
  await woken(T);
  nudges = [];
  status = () => 200;
  await telling.tell(T + SECOND, { id: "new", channelId: "ch_1" });
  await woken(T + SECOND);
  expect(nudges).toEqual([[0, { at: T + SECOND, complete: null }]]);
  nudges = [];
  await woken(T + SECOND);
  expect(await telling.ids("status = 'sent'")).toEqual(["a", "b", "new"]);
  expect(nudges).toEqual([]);
});

test("an end found while its start is being sent does not wait for the next tick", async () => {
  await telling.channel("ch_1", { kind: "discord" }, { url: "https://discord.com/api/webhooks/1/x" });
  await telling.tell(T, { id: "start", channelId: "ch_1" });
  await telling.process().take(T, 10, null);
  await telling.tell(T + SECOND, { id: "end", channelId: "ch_1", edits: "start" });
  await woken(T + SECOND);
  expect(nudges).toEqual([[1, { at: T + 2 * SECOND, complete: null, waited: 1 }]]);
});

test.each([10, 120, 600, 3600])(
  "a receiver that failed for %i s gets everything within 60 s, nothing twice",
  async (seconds) => {
    await telling.channel("ch_1");
    const ids = Array.from({ length: 20 }, (_, n) => `d${n}`);
    const up = T + seconds * SECOND;
    let now = T;
    const arrived: number[] = [];
    const deps = {
      ...sweep(),
      deliver: outbound(
        async () => {
          if (now >= up) arrived.push(now);
          return answered(now >= up ? 200 : 500, "ok");
        },
        telling.outbox,
        { wallNow: () => telling.clock.wall, random: () => 0.5 },
      ),
    };
    await telling.tell(T, ...ids.map((id) => ({ id, channelId: "ch_1" })));
    await onWakeUp({ at: T, complete: null }, deps);
    for (let second = 1; second <= seconds + 60; second++) {
      now = T + second * SECOND;
      if (second % 60 === 0) {
        await retryNow(telling.db, now, now, now);
        await onWakeUp({ at: now, complete: null }, deps);
      }
      for (let due = dueBy(now); due !== undefined; due = dueBy(now)) await onWakeUp(due, deps);
    }
    expect(await telling.ids("status <> 'sent'")).toEqual([]);
    expect(arrived).toHaveLength(ids.length);
    expect(nudges).toEqual([]);
  },
);

/** The next wake-up that is due. */
function dueBy(now: number): WakeUp | undefined {
  const found = nudges.findIndex(([, { at }]) => at <= now);
  return found < 0 ? undefined : nudges.splice(found, 1)[0]![1];
}
