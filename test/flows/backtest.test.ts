import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_COMMIT } from "../../src/engine/commit.ts";
import type { DeliveryItem } from "../../src/core/delivery.ts";
import type { Event } from "../../src/core/event.ts";
import { eventId } from "../../src/core/ids.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { localMinutes, type QuietHours } from "../../src/core/quiet-hours.ts";
import type { Subscription } from "../../src/features/alerts/resource/subscription.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { eventStore } from "../../src/features/history/event-store.ts";
import { heldStore } from "../../src/engine/route/held-store.ts";
import {
  readCooling,
  readEarlier,
  readFollowed,
  readMentions,
  readRoutes,
} from "../../src/engine/route/route-store.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { backtest } from "../../src/features/alerts/backtest.ts";
import { release } from "../../src/engine/route/release.ts";
import { route } from "../../src/engine/route/route.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { exampleOf } from "../support/channel-kinds.ts";
import { runs } from "../support/runs.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { tellingOn } from "../support/delivery-world.ts";

/** The evening before clocks go forward in Berlin. */
const START = Date.UTC(2026, 2, 28, 18);
const STEP = 900_000;
const TICKS = 192;
const TARGETS = ["tgt_0", "tgt_1", "tgt_2"];

/** What a tick finds: starts and ends of streams, moves of places, races with updates, and news for operators. */
interface Found {
  tick: number;
  what: ("live" | "baseline" | "rank" | "race" | "trouble" | "own" | "other")[];
  target: number;
}

const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});

const quietHours: fc.Arbitrary<QuietHours> = fc
  .record({
    from: clock,
    to: clock,
    timezone: fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC"),
    action: fc.constantFrom("hold" as const, "drop" as const),
  })
  .filter(({ from, to }) => from !== to);

const subscriptions: fc.Arbitrary<Subscription> = fc.record({
  id: fc.constant("sub_1"),
  name: fc.constant("tried"),
  channelId: fc.constant("ch_1"),
  enabled: fc.constant(true),
  createdAt: fc.constant(0),
  updatedAt: fc.constant(0),
  revision: fc.constant(0),
  mention: fc.constant(null),
  factsMissing: fc.constantFrom("tell" as const, "skip" as const),
  template: fc.constant({}),
  watchlistId: fc.constantFrom(null, null, "wl_default", "wl_other"),
  targetId: fc.constantFrom(null, null, null, "tgt_0"),
  events: fc.constantFrom(
    ["*"],
    ["*"],
    ["live.*"],
    ["live.*"],
    ["ranking.*", "live.ended"],
    ["ranking.closing"],
    ["*", "ranking.closing"],
    ["upstream.*"],
  ),
  cooldownSeconds: fc.constantFrom(0, 0, 900, 3600, 20_000),
  group: fc.boolean(),
  onEnd: fc.constantFrom("edit" as const, "post" as const, "ignore" as const),
  quietHours: fc.option(quietHours),
  filters: fc.constantFrom([], [], [], [{ field: "data.place", op: "lte" as const, value: 5 }]),
});

const happenings: fc.Arbitrary<Found[]> = fc.array(
  fc.record({
    tick: fc.integer({ min: 0, max: TICKS - 1 }),
    what: fc.array(
      fc.constantFrom("live", "live", "live", "baseline", "rank", "race", "race", "trouble", "own", "other"),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    target: fc.nat(TARGETS.length - 1),
  }),
  { minLength: 20, maxLength: 60 },
);

function eventsOf(all: Found[]): Map<number, Event[]> {
  const starts = new Map<string, Event>();
  const races = new Map<string, Event>();
  const byTick = new Map<number, Event[]>();
  let count = 0;
  for (const { tick, what, target } of all.toSorted((a, b) => a.tick - b.tick)) {
    const at = START + tick * STEP;
    const found = byTick.get(at) ?? [];
    byTick.set(at, found);
    for (const one of what) {
      const targetId = ["live", "baseline", "rank", "race"].includes(one) ? TARGETS[target]! : null;
      const start = targetId === null ? undefined : (one === "race" ? races : starts).get(targetId);
      const [type, data, follows]: [string, JsonObject, Event | undefined] =
        one === "live"
          ? start === undefined
            ? ["live.started", { roomId: "7" }, undefined]
            : ["live.ended", { roomId: "7", durationSeconds: 60 }, start]
          : one === "baseline"
            ? ["live.ended", { roomId: "6", durationSeconds: 60 }, undefined]
            : one === "rank"
              ? ["ranking.moved", { rankType: 8, place: 1 + (count % 10), before: 9 }, undefined]
              : one === "race"
                ? ["ranking.closing", { place: 1 + (count % 10), final: count % 3 === 0 }, start]
                : one === "trouble"
                  ? [
                      "upstream.throttled",
                      { status: 429, detail: "slow", since: "2026-03-28T18:00:00.000Z" },
                      undefined,
                    ]
                  : ["channel.changed", { channelId: one === "own" ? "ch_1" : "ch_2", name: "c", by: "a" }, undefined];
      const event: Event = {
        id: eventId(targetId, type, `${at}/${count++}`),
        type,
        targetId,
        watchlistId: targetId === null ? null : "wl_default",
        target: targetId === null ? null : { name: targetId, kind: "live", params: {} },
        occurredAt: at,
        detectedAt: at,
        window: { from: null, to: at },
        data,
        follows: follows === undefined ? null : { eventId: follows.id, detectedAt: follows.detectedAt },
      };
      if (one === "race") {
        if (start === undefined) races.set(targetId!, event);
        else if (data["final"] === true) races.delete(targetId!);
      }
      if (one === "live") {
        if (start === undefined) starts.set(targetId!, event);
        else starts.delete(targetId!);
      }
      found.push(event);
    }
  }
  return byTick;
}

/** Sends what each tick finds with the store's statements and the real sender. All destinations succeed. */
async function telling(subscription: Subscription, kind: string, found: Map<number, Event[]>) {
  const db = await migratedSqlite();
  const notifies = tellingOn(db);
  await notifies.channel("ch_1", { kind }, exampleOf(kind).settings);
  const { mention, template, cooldownSeconds, group, onEnd, quietHours: quiet, filters } = subscription;
  await notifies.insert("subscriptions", {
    id: subscription.id,
    name: "tried",
    watchlist_id: subscription.watchlistId,
    target_id: subscription.targetId,
    channel_id: "ch_1",
    events: JSON.stringify(subscription.events),
    enabled: 1,
    mention: mention === null ? null : JSON.stringify(mention),
    template: JSON.stringify(template),
    cooldown_seconds: cooldownSeconds,
    group: group ? 1 : 0,
    on_end: onEnd,
    quiet_hours: quiet === null ? null : JSON.stringify(quiet),
    filters: JSON.stringify(filters),
    created_at: 0,
    updated_at: 0,
  });
  for (const id of TARGETS)
    await notifies.insert("targets", {
      id,
      watchlist_id: "wl_default",
      kind: "live",
      name: id,
      params: "{}",
      identity: id,
      interval_seconds: 60,
      priority: 1,
      enabled: 1,
      announce_initial: 0,
      settings: "{}",
      sheet_id: 1,
      created_at: 0,
      updated_at: 0,
    });
  const routing = {
    routes: () => readRoutes(db),
    earlier: (requested: Parameters<typeof readEarlier>[1]) => readEarlier(db, requested),
    mentions: (ids: string[]) => readMentions(db, ids),
    cooling: (requested: Parameters<typeof readCooling>[1]) => readCooling(db, requested),
    followed: (ids: string[]) => readFollowed(db, ids),
  };
  const { status, body } = exampleOf(kind).took;
  const send = async () => answered(status, body);
  for (let now = START; now < START + (TICKS + 200) * STEP; now += STEP) {
    const events = found.get(now) ?? [];
    if (events.length > 0) {
      await commit(db, {
        ...EMPTY_COMMIT,
        id: `commit ${now}`,
        tick: now,
        slot: 0,
        events,
        revisions: Object.fromEntries(TARGETS.map((id) => [id, 0])),
        deliveries: (await route(events, { tick: now, slot: 0, batches: 1 }, routing)).deliveries,
        answers: { good: 1, bad: 0, refused: 0 },
      });
    }
    await release(now, heldStore(db));
    notifies.clock.wall = now;
    const more = { wallNow: () => notifies.clock.wall };
    while ((await notifies.ids("status = 'pending'")).length > 0)
      await deliver(now, 50, now, outbound(send, notifies.outbox, more));
  }
  return db;
}

interface Row {
  id: string;
  status: string;
  items: string;
  edits: string | null;
  summary: string | null;
  sent_at: number | null;
}

/** The final state of the outbox, counted like a backtest. */
function counted(rows: Row[], zone: string) {
  const summaries = new Set(rows.map(({ summary }) => summary));
  const own = (row: Row) => (JSON.parse(row.items) as DeliveryItem[]).filter(({ addedAt }) => addedAt === undefined);
  const eventsIn = (is: (row: Row) => boolean) =>
    rows.filter((row) => !summaries.has(row.id) && is(row)).flatMap(own).length;
  const messages = rows.flatMap(({ status, edits, sent_at: at }) => (status === "sent" && edits === null ? at! : []));
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  const byDay = [...Map.groupBy(messages, (at) => day.format(at))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const night = (minutes: number) => minutes >= 22 * 60 || minutes < 7 * 60;
  return {
    matched: eventsIn(() => true),
    messages: messages.length,
    edits: eventsIn(({ edits }) => edits !== null),
    suppressed: eventsIn(({ status }) => status === "suppressed"),
    held: eventsIn(({ status }) => status === "held"),
    byDay: byDay.map(([of, all]) => ({ day: of, messages: all.length })),
    atNight: messages.filter((at) => night(localMinutes(zone, at))).length,
  };
}

test("a backtest predicts exactly what the same events lead to when they are sent", async () => {
  const seen = { edits: 0, held: 0, suppressed: 0, messages: 0 };
  await fc.assert(
    fc.asyncProperty(
      subscriptions,
      fc.constantFrom(...Object.keys(channelKinds)),
      happenings,
      async (subscription, kind, all) => {
        const found = eventsOf(all);
        const db = await telling(subscription, kind, found);
        const { results: rows } = await db.prepare("SELECT * FROM deliveries").all<Row>();
        expect(rows.filter(({ status }) => !["sent", "suppressed", "held"].includes(status))).toEqual([]);
        expect(rows.filter(({ status, summary }) => status === "held" && summary === null)).toEqual([]);
        const period = { since: "2026-03-28T00:00:00Z", until: "2026-04-10T00:00:00Z" };
        const reported = await backtest(
          { subscriptionId: "sub_1", ...period },
          {
            subscription: async () => subscription,
            dangling: async () => [],
            channel: async () => ({ id: "ch_1", kind }) as never,
            latest: (filter, max) => eventStore(db).latest(filter, max),
          },
        );
        if (!reported.ok) throw new Error(JSON.stringify(reported.error));
        const { events, truncated, ...ofBacktest } = reported.value;
        expect({ events, truncated }).toEqual({ events: all.flatMap(({ what }) => what).length, truncated: false });
        const real = counted(rows, subscription.quietHours?.timezone ?? "UTC");
        expect(ofBacktest).toEqual(real);
        const updates = [...found.values()]
          .flat()
          .filter(({ type, follows }) => type === "ranking.closing" && follows !== null);
        const isUpdate = ({ event }: DeliveryItem) => updates.some(({ id }) => id === event);
        const summaries = new Set(rows.map(({ summary }) => summary));
        const news = rows.filter(({ id, status, edits }) => status !== "held" && edits === null && !summaries.has(id));
        expect(news.filter(({ items }) => (JSON.parse(items) as DeliveryItem[]).some(isUpdate))).toEqual([]);
        for (const name of ["edits", "held", "suppressed", "messages"] as const) seen[name] += real[name];
      },
    ),
    { numRuns: runs(300, 20) },
  );
  // A few cases may by chance hold or suppress nothing.
  if (process.env["LONG"]) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
