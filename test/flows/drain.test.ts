import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OutboundAnswer, OutboundRequest } from "../../src/channels/kind.ts";
import { retryNow } from "../../src/engine/deliver/channel-store.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { readEarlier } from "../../src/engine/route/route-store.ts";
import { onWakeUp } from "../../src/wiring/sweep.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { idsOf, losing, type Telling, tellingOn } from "../support/delivery-world.ts";
import type { DeliverDeps } from "../../src/engine/deliver/run.ts";
import type { SweepDeps } from "../../src/wiring/sweep-deps.ts";
import type { WakeUp } from "../../src/engine/deliver/wake-ups.ts";

describe("drain", () => {
  describe("drain", () => {
    describe("drain", () => {
      const CHANNELS = 40;
      const EACH = process.env["LONG"] ? 250 : 60;
      const START = Date.UTC(2026, 0, 5, 12);

      beforeEach(() => vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout"] }));
      afterEach(() => vi.useRealTimers());

      /** A receiver's own count of what it got: when, and how often it had to refuse. */
      class Limited {
        readonly got: number[] = [];
        refused = 0;
        readonly #windows: [limit: number, ms: number][];

        constructor(windows: [limit: number, ms: number][]) {
          this.#windows = windows;
        }

        /** Null if it is within the limits, otherwise the seconds to wait. */
        take(): number | null {
          for (const [limit, ms] of this.#windows) {
            const within = this.got.filter((at) => at > Date.now() - ms);
            if (within.length >= limit) {
              this.refused += 1;
              return (within[0]! + ms - Date.now()) / 1000;
            }
          }
          this.got.push(Date.now());
          return null;
        }

        /** Discord's rate limit headers: how many are left, and after how many seconds they reset. */
        headers(): Record<string, string> {
          const tightest = this.#windows
            .map(([limit, ms]) => {
              const within = this.got.filter((at) => at > Date.now() - ms);
              return {
                left: limit - within.length,
                after: within.length === 0 ? 0 : (within[0]! + ms - Date.now()) / 1000,
              };
            })
            .sort((a, b) => a.left - b.left || b.after - a.after)[0]!;
          return { "x-ratelimit-remaining": String(tightest.left), "x-ratelimit-reset-after": String(tightest.after) };
        }
      }

      test("thousands of due deliveries drain within the receivers' real limits, none lost", async () => {
        const telling = tellingOn(await migratedSqlite());
        const receivers = new Map<string, Limited>();
        for (let n = 0; n < CHANNELS; n++) {
          const slack = n % 2 === 0;
          const url = slack ? `https://hooks.slack.com/services/T1/B${n}/x` : `https://discord.com/api/webhooks/${n}/x`;
          // Slack: one per second with short bursts. Discord: five in two seconds, thirty per minute.
          const windows: [number, number][] = slack
            ? [[3, 3000]]
            : [
                [5, 2000],
                [30, 60_000],
              ];
          receivers.set(url, new Limited(windows));
          await telling.channel(`ch_${n}`, { kind: slack ? "slack" : "discord" }, { url });
        }
        await telling.tell(START, { id: "start", channelId: "ch_0" });
        await telling.run(
          `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${CHANNELS * EACH - 1})
     INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at)
     SELECT 'dlv_' || n, 'ch_' || (n % ${CHANNELS}), 'pending', items, made_at, 0, next_attempt_at
     FROM deliveries, n WHERE id = 'start'`,
        );
        const arrived = new Map<string, number>();
        const send = async (request: OutboundRequest): Promise<OutboundAnswer> => {
          const [url] = request.url.split("?");
          const receiver = receivers.get(url!)!;
          const wait = receiver.take();
          if (wait !== null)
            return answered(429, JSON.stringify({ retry_after: wait }), { "retry-after": String(Math.ceil(wait)) });
          arrived.set(url!, (arrived.get(url!) ?? 0) + 1);
          return url!.includes("slack")
            ? answered(200, "ok")
            : answered(200, '{"id":"9000000000000000001"}', receiver.headers());
        };
        const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
        const deps = outbound(send, telling.outbox, { random: () => 0.5, sleep });
        let runs = 0;
        for (let unsent = 1; unsent > 0 && runs < 5000; runs++) {
          let over = false;
          const run = deliver(Date.now(), 500, null, deps).finally(() => (over = true));
          while (!over) {
            await vi.advanceTimersToNextTimerAsync();
            await new Promise((resolve) => setImmediate(resolve));
          }
          await run;
          // The wake-ups repeat every second.
          vi.setSystemTime(Date.now() + 1000);
          unsent = (await telling.db
            .prepare("SELECT count(*) AS n FROM deliveries WHERE status = 'pending'")
            .first<number>("n"))!;
        }
        expect(await telling.ids("status <> 'sent'")).toEqual([]);
        expect([...arrived.values()]).toEqual(Array.from({ length: CHANNELS }, () => EACH));
        const seconds = (Date.now() - START) / 1000;
        const refused = [...receivers.values()].reduce((sum, receiver) => sum + receiver.refused, 0);
        console.log(
          `10,000 deliveries over ${CHANNELS} channels in ${Math.round(seconds)} simulated seconds, ${refused} refusals`,
        );
        for (const receiver of receivers.values())
          expect(receiver.refused).toBeLessThanOrEqual(Math.ceil(seconds / 60));
      });
    });

    describe("one run", () => {
      const T = Date.UTC(2026, 0, 5, 12);

      let telling: Telling;
      beforeEach(async () => {
        telling = tellingOn(await migratedSqlite());
        await telling.channel("ch_1");
        await telling.tell(T, ...["a", "b", "c"].map((id) => ({ id, channelId: "ch_1" })));
      });

      const run = (answer: () => OutboundAnswer, more: Partial<DeliverDeps> = {}) =>
        deliver(
          T,
          100,
          null,
          outbound(async () => answer(), telling.outbox, { wallNow: () => T, ...more }),
        );

      test("each message of a run waits for the pace of the previous one", async () => {
        const order: (number | string)[] = [];
        let wall = T;
        const sleep = async (ms: number) => {
          order.push(ms);
          wall += ms;
        };
        const answer = () => {
          order.push("sent");
          return answered(200, "ok");
        };
        await run(answer, { sleep, wallNow: () => wall });
        expect(order).toEqual(["sent", 1000, "sent", 1000, "sent"]);
      });

      test("once the destination is gone the rest is not sent, and each row says why", async () => {
        let calls = 0;
        await run(() => {
          calls += 1;
          return answered(404, "no_service");
        });
        expect(calls).toBe(1);
        const { disabled_reason: reason } = await telling.row("ch_1", "channels");
        expect(reason).toContain("no_service");
        expect(await telling.row("a")).toMatchObject({ status: "dead", reason });
        for (const id of ["b", "c"])
          expect(await telling.row(id)).toMatchObject({
            status: "suppressed",
            reason: `channel disabled: ${String(reason)}`,
          });
      });

      test("a channel paused between the list of due deliveries and the claim is not sent to", async () => {
        const { db } = telling;
        const paused = {
          prepare: (text: string) => db.prepare(text),
          async batch(statements: D1PreparedStatement[]) {
            await telling.run(`UPDATE channels SET paused_until = ${T + 1}`);
            return db.batch(statements);
          },
        } as unknown as D1Database;
        const taken = await telling.process(paused).take(T, 100, null);
        expect([idsOf(taken), taken.channels]).toEqual([[], []]);
        expect(idsOf(await telling.process().take(T + 1, 100, null)).sort()).toEqual(["a", "b", "c"]);
      });
    });
  });

  describe("divided", () => {
    const T = Date.UTC(2026, 0, 5, 12);
    const COUNT = 1200;
    const names = Array.from({ length: COUNT }, (_, n) => `Creator ${String(n).padStart(4, "0")}`);

    let telling: Telling;
    let sent: OutboundRequest[];
    let messages: number;
    beforeEach(async () => {
      telling = tellingOn(await migratedSqlite());
      [sent, messages] = [[], 0];
      await telling.channel("ch_1", { kind: "discord" }, { url: "https://discord.com/api/webhooks/1001/token" });
      const mentions = [{ kind: "here" as const }];
      await telling.tell(T, {
        id: "all",
        channelId: "ch_1",
        items: names.map((_, n) => ({ event: `evt_${n}`, mentions })),
      });
      const target = `json_object('name', 'Creator ' || printf('%04d', substr(id, 5)), 'kind', 'live', 'params', json('{}'))`;
      await telling.run(`UPDATE events SET target = ${target}`);
    });

    /** An end of start n, which waits for the delivery `edits` or edits its message. */
    async function end(n: number, edits: string, tick = T): Promise<void> {
      await telling.tell(tick, { id: `end_${n}`, channelId: "ch_1", edits });
      const follows = JSON.stringify({ eventId: `evt_${n}`, detectedAt: T });
      await telling.run(
        `UPDATE events SET type = 'live.ended', follows = '${follows}', data = '{"durationSeconds":60}',
       target = json_object('name', '${names[n]!}', 'kind', 'live', 'params', json('{}')) WHERE id = 'evt_end_${n}'`,
      );
    }

    async function run(
      store = telling.outbox,
      answer = () => answered(200, JSON.stringify({ id: String(++messages) })),
    ) {
      const send = async (request: OutboundRequest) => {
        sent.push(request);
        return answer();
      };
      for (let more = true; more;)
        ({ more } = await deliver(T, 100, null, outbound(send, store, { wallNow: () => T })));
    }

    const texts = () => sent.map(({ body }) => body);
    const notified = (bodies: string[]) => names.filter((name) => bodies.some((body) => body.includes(name)));

    test("a delivery too long for one message becomes several, each with a message, and nobody is pinged twice", async () => {
      await run();
      expect(notified(texts())).toEqual(names);
      expect(sent.length).toBeGreaterThan(2);
      expect(sent.length).toBeLessThan(6);
      expect(texts().filter((body) => body.includes("@here"))).toHaveLength(1);
      const { results } = await telling.db
        .prepare(
          "SELECT status, message_ref, json_array_length(items) AS lines, json_array_length(attempts) AS tries FROM deliveries",
        )
        .all<{ status: string; message_ref: string; lines: number; tries: number }>();
      expect(results.map(({ status, tries }) => [status, tries])).toEqual(sent.map(() => ["sent", 1]));
      expect(results.reduce((sum, { lines }) => sum + lines, 0)).toBe(COUNT);
      expect(new Set(results.map(({ message_ref: ref }) => ref)).size).toBe(sent.length);
    });

    test("an end finds the message of its start, whichever part it is in", async () => {
      await run();
      for (const n of [0, 700, 1199]) {
        const [earlier] = await readEarlier(telling.db, [
          { channelId: "ch_1", eventId: `evt_${n}`, detectedAt: T, alone: false },
        ]);
        const ref = (await telling.row(earlier!.deliveryId))["message_ref"];
        sent = [];
        await end(n, earlier!.deliveryId, T + 60_000);
        await deliver(
          T + 60_000,
          100,
          null,
          outbound(async (request) => (sent.push(request), answered(200, `{"id":"${ref}"}`)), telling.outbox),
        );
        expect(sent.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
          ["PATCH", `/api/webhooks/1001/token/messages/${ref}`],
        ]);
        expect(sent[0]!.body).toMatch(new RegExp(`Was live:\\*\\* ${names[n]}`));
      }
    });

    test("ends that wait for their start are sent with it, whichever part it is in", async () => {
      await end(3, "all");
      await end(1100, "all");
      await run();
      expect(notified(texts())).toEqual(names);
      const wasLive = texts().filter((body) => body.includes("Was live:"));
      expect(wasLive).toHaveLength(2);
      expect(wasLive[0]).toContain(`Was live:** ${names[3]}`);
      expect(wasLive[1]).toContain(`Was live:** ${names[1100]}`);
      expect(await telling.ids("status <> 'sent'")).toEqual([]);
    });

    test("a failure in between repeats only that message, and a lost write splits nothing twice", async () => {
      let tries = 0;
      const lossy = telling.process(
        losing(telling.db, (batch) => (batch % 5 === 3 ? "after" : null)),
        telling.inFlight,
      );
      await run(lossy, () =>
        ++tries === 2 ? answered(500, "") : answered(200, JSON.stringify({ id: String(++messages) })),
      );
      // The failed one is due with the next arrival, or if that was lost, at its own time.
      await deliver(
        T + 10_000,
        100,
        null,
        outbound(async (request) => (sent.push(request), answered(200, '{"id":"99"}')), telling.outbox),
      );
      expect(texts().filter((text) => text === sent[1]!.body)).toHaveLength(2);
      expect(new Set(texts()).size).toBe(sent.length - 1);
      expect(notified(texts().filter((_, n) => n !== 1))).toEqual(names);
      expect(await telling.ids("status <> 'sent'")).toEqual([]);
    });

    test("if a format is rejected, what fits into plain text is sent as such, and the rest is due with its waiting ends", async () => {
      await end(3, "all");
      await end(1100, "all");
      const taken = (body: string) => (body.includes("embeds") ? 400 : 200);
      const send = async (request: OutboundRequest) => {
        sent.push(request);
        return answered(taken(request.body), JSON.stringify({ id: String(++messages) }));
      };
      for (let more = true; more;)
        ({ more } = await deliver(T, 100, null, outbound(send, telling.outbox, { wallNow: () => T })));
      const arrived = texts().filter((body) => taken(body) === 200);
      expect(notified(arrived)).toEqual(names);
      expect(arrived.join("\n")).not.toMatch(/\n\+\d/);
      expect(arrived.filter((body) => body.includes("@here"))).toHaveLength(1);
      for (const n of [3, 1100]) {
        const ended = new RegExp(`Was live: ${names[n]!}|${names[n]!} was live`);
        expect(arrived.filter((body) => ended.test(body))).toHaveLength(1);
      }
      expect(await telling.ids("status <> 'sent'")).toEqual([]);
    });
  });
});

describe("retries", () => {
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
});
