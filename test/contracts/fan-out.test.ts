import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_COMMIT, type Commit, type PlannedDelivery } from "../../src/engine/commit.ts";
import { aloneId } from "../../src/core/delivery.ts";
import type { Event } from "../../src/core/event.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { metered } from "../../src/db/meter.ts";
import { readEarlier } from "../../src/engine/route/route-store.ts";
import { unfold } from "../../src/engine/deliver/unfold.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import { interposed } from "../support/interposed-d1.ts";
import { answered, startEvent } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { idsOf, sentAt, settledOf, tellingOn, type Telling } from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}_${n}`);

const eventsAt = (tick: number, ids: string[]): Event[] =>
  ids.map((id) => ({ ...startEvent, id, targetId: null, detectedAt: tick }));

const aloneAt = (channelId: string, event: string, more: object = {}): PlannedDelivery => ({
  id: null,
  joins: false,
  urgent: false,
  channelId,
  status: "pending",
  reason: null,
  items: [{ event, mentions: [] }],
  edits: null,
  heldUntil: null,
  openUntil: 0,
  ...more,
});

/** Each of these events on each of these channels. */
const burst = (tick: number, events: string[], channels: string[]): Commit => ({
  ...EMPTY_COMMIT,
  id: `commit ${tick}`,
  tick,
  events: eventsAt(tick, events),
  deliveries: events.flatMap((event) => channels.map((channel) => aloneAt(channel, event))),
});

describe.each(testDatabases())("deliveries of many events on many channels, on $name", ({ fresh, stop }) => {
  let telling: Telling;
  beforeEach(async () => {
    telling = tellingOn(await fresh());
  });
  afterAll(stop);

  const webhooks = async (ids: string[]) => {
    for (const id of ids)
      await telling.channel(id, { kind: "webhook" }, { url: `https://hooks.example.com/${id}`, secret: SECRET });
  };

  /**
   * Sends all that is due at `now`, as a chain of runs would. Returns the channel and event of each request, in order.
   */
  const sendAll = async (now: number): Promise<string[]> => {
    const sent: string[] = [];
    const deps = outbound(async ({ url, body }) => {
      sent.push(`${new URL(url).pathname.slice(1)} ${(JSON.parse(body) as { data: { id: string } }).data.id}`);
      return answered(204, "");
    }, telling.outbox);
    for (let more = true; more;) more = (await deliver(now, 50, null, deps)).more;
    return sent;
  };

  test("a commit for 200 channels writes as much as for fifty, and no value grows with events × channels", async () => {
    const written = async (tick: number, channels: string[]) => {
      let rows = 0;
      let statements = 0;
      const db = metered(telling.db, { statements: 0 }, Infinity, (key, by) => {
        if (key === "d1|rowsWritten") rows += by;
        if (key === "d1|statements") statements += by;
      });
      await commit(db, burst(tick, names(`evt_${tick}`, 30), channels));
      return { rows, statements };
    };
    const few = await written(T, names("ch", 50));
    const many = await written(T + 1, names("ch", 200));
    expect(many).toEqual(few);
    expect(await telling.ids()).toEqual([]);
    const { results } = await telling.db.prepare("SELECT length(content) AS n FROM fanouts").all<{ n: number }>();
    expect(results).toHaveLength(2);
    expect(Math.max(...results.map(({ n }) => n))).toBeLessThan(30 * 20 + 200 * 10 + 200);
  });

  test("each event goes to each channel once and in order, although every step is lost once and the commit is repeated", async () => {
    const [events, channels] = [names("evt", 60), names("ch", 5)];
    await webhooks(channels);
    const plan = burst(T, events, channels);
    await commit(telling.db, plan);
    const between = interposed(telling.db);
    for (let step = 0; step < 10; step++) {
      // A process that dies before its step is written, one that dies after, and two at once.
      between.between = async (requested, run) => {
        if (!requested.batch) return run();
        if (step % 2 === 0) await run();
        throw new Error("the process died");
      };
      await expect(unfold(between.db, 17)).rejects.toThrow("the process died");
      await Promise.all([unfold(telling.db, 13), unfold(telling.db, 11)]);
      await commit(telling.db, plan);
    }
    const sent = await sendAll(T);
    await commit(telling.db, plan);
    sent.push(...(await sendAll(T + 1)));
    for (const channel of channels)
      expect(sent.filter((one) => one.startsWith(`${channel} `))).toEqual(events.map((event) => `${channel} ${event}`));
    expect(await telling.ids("true", "fanouts")).toEqual([]);
  });

  test("a channel gets no newer event while older deliveries are still to be created", async () => {
    const [events, channels] = [names("evt", 70), names("ch", 3)];
    await webhooks(channels);
    await commit(telling.db, burst(T, events, channels));
    await commit(telling.db, burst(T + 1000, ["evt_later"], channels));
    const sent = await sendAll(T + 1000);
    for (const channel of channels)
      expect(sent.filter((one) => one.startsWith(`${channel} `)).at(-1)).toBe(`${channel} evt_later`);
    expect(sent).toHaveLength(71 * 3);
  });

  test("an end finds the delivery of its start even if that is not created yet, and lost commits leave nothing", async () => {
    const [events, channels] = [names("evt", 70), names("ch", 3)];
    const plan = burst(T, events, channels);
    await commit(telling.db, { ...plan, events: plan.events.filter(({ id }) => id !== "evt_69") });
    await unfold(telling.db, 100);
    const requested = (eventId: string) => ({ channelId: "ch_2", eventId, detectedAt: T, alone: true });
    const found = await readEarlier(telling.db, ["evt_0", "evt_68", "evt_69", "evt_70"].map(requested));
    expect(found.map(({ eventId, deliveryId }) => [eventId, deliveryId])).toEqual(
      ["evt_0", "evt_68"].map((event) => [event, aloneId("ch_2", T, event)]),
    );
    // Deliveries for a deleted channel are suppressed.
    await sendAll(T);
    expect(await telling.ids("reason = 'channel deleted'")).toHaveLength(69 * 3);
  });

  test("different lines, reasons and holds are kept separate", async () => {
    const events = names("evt", 201);
    const more = (n: number) =>
      [{}, { status: "held", heldUntil: T + 9, reason: "quiet hours" }, { status: "suppressed", reason: "no" }][n % 3]!;
    await webhooks(["ch_0"]);
    const plan = burst(T, events, ["ch_0"]);
    const mentions = [{ kind: "here" as const }];
    const deliveries = plan.deliveries.map((one, n) => ({
      ...one,
      ...more(n),
      ...(n === 3 ? { items: [{ event: "evt_3", mentions, template: "{name}" }] } : {}),
    })) as PlannedDelivery[];
    await commit(telling.db, { ...plan, deliveries });
    while ((await unfold(telling.db, 1000)) !== null);
    const rows = await Promise.all([0, 1, 2, 3].map((n) => telling.row(aloneId("ch_0", T, `evt_${n}`))));
    expect(rows).toMatchObject([
      { status: "pending", next_attempt_at: T, made_at: T, items: '[{"event":"evt_0","mentions":[]}]', reason: null },
      { status: "held", next_attempt_at: T + 9, reason: "quiet hours" },
      { status: "suppressed", next_attempt_at: null, reason: "no" },
      { items: JSON.stringify([{ event: "evt_3", mentions, template: "{name}" }]) },
    ]);
    expect(await telling.ids()).toHaveLength(201);
  });

  test("a run that outlasts its tick keeps its claims from the runs of later ticks", async () => {
    await webhooks(["ch_0"]);
    await commit(telling.db, burst(T, names("evt", 3), ["ch_0"]));
    const later = T + 10 * 60_000;
    await telling.run(`UPDATE ticker SET last_tick_at = ${later}`);
    expect(idsOf(await telling.process().take(T, 2, null))).toHaveLength(2);
    expect(await telling.process().take(later, 100, null)).toMatchObject({ deliveries: [], busy: true });
  });

  test("due deliveries are found at a cost of what is claimed, with ten thousand due and as many waiting", async () => {
    const channels = names("ch", 20);
    await webhooks([...channels, "paused", "taken"]);
    await telling.run(`UPDATE channels SET paused_until = ${T + 1} WHERE id = 'paused'`);
    await telling.run(`UPDATE channels SET lease_until = ${T + 60_000}, taker = 'another' WHERE id = 'taken'`);
    const waiting = async (channel: string, count: number) =>
      telling.run(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
         WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         SELECT 'dlv_${channel}_' || i, '${channel}', 'pending', '[]', ${T}, 0, ${T} FROM n`,
      );
    for (const channel of channels) await waiting(channel, 500);
    for (const channel of ["paused", "taken"]) await waiting(channel, 5000);
    let read = 0;
    const db = metered(telling.db, { statements: 0 }, Infinity, (key, by) => {
      if (key === "d1|rowsRead") read += by;
    });
    const outbox = telling.process(db);
    for (let run = 0; run < 3; run++) {
      const taken = await outbox.take(T, 100, null);
      expect(idsOf(taken)).toHaveLength(100);
      expect(taken).toMatchObject({ more: true, busy: true });
      const ids = idsOf(taken);
      await outbox.settle(
        settledOf(
          taken,
          ids.map((id) => sentAt(id, T)),
        ),
      );
      await outbox.free(taken.taker, []);
    }
    expect(read / 300).toBeLessThan(25);
  });
});
