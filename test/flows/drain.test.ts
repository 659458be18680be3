import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OutboundAnswer, OutboundRequest } from "../../src/channels/kind.ts";
import { API_BASES } from "../../src/channels/api-bases.ts";
import { deliver, type DeliverDeps } from "../../src/flows/deliver/deliver.ts";
import type { TakenChannel, TakenDelivery } from "../../src/flows/deliver/outbox.ts";
import { startEvent } from "../support/messages.ts";

const CHANNELS = 40;
const EACH = 250;
const START = Date.UTC(2026, 0, 5, 12);

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

interface Row extends TakenDelivery {
  status: string;
  nextAttemptAt: number;
}

/** A receiver's own count of what it got: when, and how often it had to refuse. */
class Limited {
  readonly got: number[] = [];
  refused = 0;
  readonly #windows: [limit: number, ms: number][];

  constructor(windows: [limit: number, ms: number][]) {
    this.#windows = windows;
  }

  /** Null where it is within the limits, else the seconds to wait. */
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

  /** What Discord says in its headers: how many are left, and after how many seconds they are back. */
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

const answered = (status: number, body: string, headers: Record<string, string> = {}): OutboundAnswer => ({
  status,
  body,
  headers,
  error: null,
});

test("ten thousand due deliveries drain within the receivers' real limits, none lost", async () => {
  const receivers = new Map<string, Limited>();
  const channels: TakenChannel[] = Array.from({ length: CHANNELS }, (_, n): TakenChannel => {
    const slack = n % 2 === 0;
    const url = slack ? `https://hooks.slack.com/services/T1/B${n}/x` : `https://discord.com/api/webhooks/${n}/x`;
    // Slack: one a second with short bursts. Discord: five in two seconds, thirty a minute.
    receivers.set(
      url,
      new Limited(
        slack
          ? [[3, 3000]]
          : [
              [5, 2000],
              [30, 60_000],
            ],
      ),
    );
    return {
      id: `ch_${n}`,
      kind: slack ? "slack" : "discord",
      name: `c${n}`,
      enabled: true,
      pacedUntil: 0,
      failingSince: null,
      settings: { url },
    };
  });
  const rows = channels.flatMap(({ id: channelId }) =>
    Array.from({ length: EACH }, (_, n): Row => ({
      id: `dlv_${channelId}_${n}`,
      channelId,
      items: [{ event: startEvent.id, mentions: [] }],
      attempts: [],
      edits: null,
      edition: null,
      madeAt: START,
      status: "pending",
      nextAttemptAt: START,
    })),
  );
  const paused = new Map<string, number>();
  const arrived = new Map<string, number>();
  const deps: DeliverDeps = {
    bases: API_BASES,
    pictures: { draw: () => new Uint8Array(), publicUrl: null, mostFiles: 0 },
    edition: async () => null,
    bug: (thrown) => {
      throw thrown;
    },
    async take(now, most) {
      const due = rows.filter(
        (row) => row.status === "pending" && row.nextAttemptAt <= now && (paused.get(row.channelId) ?? 0) <= now,
      );
      const taken = [...Map.groupBy(due, (row) => row.channelId).values()]
        .flatMap((all) => all.slice(0, 60))
        .slice(0, most);
      const ids = new Set(taken.map(({ channelId }) => channelId));
      return {
        deliveries: taken,
        channels: channels.filter(({ id }) => ids.has(id)),
        events: new Map([[startEvent.id, startEvent]]),
        more: taken.length < due.length,
        busy: false,
      };
    },
    async send(request: OutboundRequest) {
      const [url] = request.url.split("?");
      const receiver = receivers.get(url!)!;
      const wait = receiver.take();
      if (wait !== null)
        return answered(429, JSON.stringify({ retry_after: wait }), { "retry-after": String(Math.ceil(wait)) });
      arrived.set(url!, (arrived.get(url!) ?? 0) + 1);
      return url!.includes("slack")
        ? answered(200, "ok")
        : answered(200, '{"id":"9000000000000000001"}', receiver.headers());
    },
    async settle({ deliveries, channel }) {
      for (const one of deliveries) {
        const row = rows.find(({ id }) => id === one.id)!;
        row.status = one.status;
        row.nextAttemptAt = one.nextAttemptAt ?? row.nextAttemptAt;
        if (one.attempt !== null) row.attempts.push(one.attempt);
      }
      if (channel?.pausedUntil != null) paused.set(channel.id, channel.pausedUntil);
      if (channel?.pacedUntil != null)
        Object.assign(
          channels.find(({ id }) => id === channel.id)!,
          { pacedUntil: channel.pacedUntil },
        );
    },
    leave: async () => undefined,
    count: () => undefined,
    random: () => 0.5,
    wallNow: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  let runs = 0;
  while (rows.some(({ status }) => status === "pending") && runs < 5000) {
    const run = deliver(Date.now(), 500, null, deps);
    await vi.runAllTimersAsync();
    await run;
    // The nudges look again each second.
    vi.setSystemTime(Date.now() + 1000);
    runs += 1;
  }
  expect(rows.filter(({ status }) => status !== "sent")).toEqual([]);
  expect([...arrived.values()]).toEqual(channels.map(() => EACH));
  const seconds = (Date.now() - START) / 1000;
  const refused = [...receivers.values()].reduce((sum, receiver) => sum + receiver.refused, 0);
  console.log(
    `10,000 deliveries over ${CHANNELS} channels in ${Math.round(seconds)} simulated seconds, ${refused} refusals`,
  );
  for (const receiver of receivers.values()) expect(receiver.refused).toBeLessThanOrEqual(Math.ceil(seconds / 60));
}, 60_000);
