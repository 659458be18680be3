import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OutboundAnswer, OutboundRequest } from "../../src/channels/kind.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { tellingOn } from "../support/delivery-world.ts";

const CHANNELS = 40;
const EACH = 250;
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
        return { left: limit - within.length, after: within.length === 0 ? 0 : (within[0]! + ms - Date.now()) / 1000 };
      })
      .sort((a, b) => a.left - b.left || b.after - a.after)[0]!;
    return { "x-ratelimit-remaining": String(tightest.left), "x-ratelimit-reset-after": String(tightest.after) };
  }
}

test("ten thousand due deliveries drain within the receivers' real limits, none lost", async () => {
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
  for (const receiver of receivers.values()) expect(receiver.refused).toBeLessThanOrEqual(Math.ceil(seconds / 60));
});
