import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { channelWorld as world, START, type Answer } from "../support/channel-world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const json = (value: object) => JSON.stringify(value);
const down = (): Answer => ({ status: 503, body: "no healthy upstream" });
const unreachable = (): Answer => {
  throw new Error("connection refused");
};

/** Failures that a message outlasts, by kind: what the destination answers, and what the report says. */
const WAITED: [kind: string, name: string, how: () => Answer, reason: RegExp, fix: RegExp][] = [
  ["webhook", "503", down, /no healthy upstream/, /Nothing to do yet/],
  ["webhook", "no answer", unreachable, /connection failed/, /Nothing to do yet/],
  ["webhook", "404", () => ({ status: 404, body: "<html>" }), /answered 404/, /address/],
  ["slack", "403", () => ({ status: 403, body: "action_prohibited" }), /action_prohibited/, /Allow/],
  [
    "discord",
    "forum",
    () => ({
      status: 400,
      body: json({ code: 220001, message: "Webhooks posted to forum channels must have a thread_name" }),
    }),
    /220001.*must have a thread_name/,
    /thread/,
  ],
  [
    "discord",
    "429",
    () => ({ status: 429, body: json({ retry_after: 70 }), headers: { "retry-after": "70" } }),
    /slow down/,
    /resumes/,
  ],
  [
    "slack-bot",
    "not_in_channel",
    () => ({ status: 200, body: json({ ok: false, error: "not_in_channel" }) }),
    /not_in_channel/,
    /member/,
  ],
  [
    "discord-bot",
    "401",
    () => ({ status: 401, body: json({ code: 0, message: "401: Unauthorized" }) }),
    /Unauthorized/,
    /token/,
  ],
];

/** Six days of one kind are simulated by `channel-failing.test.ts`, of all of them by the long run. */
const LENGTHS: [string, number][] = process.env["LONG"]
  ? [
      ["10 min", 10 * MINUTE],
      ["2 h", 2 * HOUR],
      ["2 days", 2 * DAY],
      ["6 days", 6 * DAY],
    ]
  : [
      ["10 min", 10 * MINUTE],
      ["30 min", 30 * MINUTE],
    ];

describe.each(WAITED)("%s, %s", (kind, _name, how, reason, fix) => {
  test.each(LENGTHS)(
    "for %s: reported on other channels, and all waiting messages arrive once, soon after",
    async (_, length) => {
      const one = await world(kind);
      one.fail(how);
      const from = START + 3 * MINUTE;
      const end = from + length;
      // Every minute for two hours, every ten for a day, then every half hour: six days are long.
      let at = from;
      let notified: number | null = null;
      for (let n = 0; at < end; n++) {
        await one.tick(at, n < 12 || n % 47 === 0);
        if (notified === null && one.news.length > 0) notified = at;
        at += at - from < 2 * HOUR ? MINUTE : at - from < DAY ? 10 * MINUTE : 30 * MINUTE;
      }
      expect(one.arrived).toEqual([]);
      const isShort = length < 15 * MINUTE;
      if (!isShort || notified !== null) {
        expect(one.news[0]).toMatchObject({ type: "channel.failing", data: { channelId: one.id } });
        expect(one.news[0]!.data["reason"]).toMatch(reason);
        expect(notified! - from).toBeLessThanOrEqual(16 * MINUTE);
        expect((await one.cloud.health(at - MINUTE)).reasons).toContain("channel_failing");
        const { failing } = await one.channel();
        const { pending } = await one.statuses();
        expect(failing).toMatchObject({ since: expect.any(String), waiting: pending });
        expect(failing.reason).toMatch(reason);
        expect(failing.mend).toMatch(fix);
      }
      const { pending, dead = 0 } = await one.statuses();
      expect(pending).toBeGreaterThan(0);
      expect(dead).toBe(0);
      one.fail(null);
      for (let n = 0; n < 11; n++) await one.tick((at += MINUTE));
      expect(await one.statuses()).toEqual({ sent: pending });
      expect(one.arrived).toHaveLength(pending!);
      expect(new Set(one.arrived.map(({ body }) => body)).size).toBe(pending!);
      expect(await one.channel()).toMatchObject({ enabled: true, disabledReason: null, failing: null });
      const types = one.news.map(({ type }) => type).filter((type) => type !== "channel.disabled");
      expect(types).toEqual(notified === null ? [] : ["channel.failing", "channel.recovered"]);
      expect((await one.cloud.health(at)).reasons).not.toContain("channel_failing");
    },
  );
});
