import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ticksBetween } from "../../src/core/schedule.ts";
import { listen, platform, watch } from "../support/platform.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const LIVE = (on: boolean) => JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } });

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("sub-ticks follow the shortest interval, and are never closer than allowed", () => {
  const seconds = (shortest: number, least: number) =>
    ticksBetween(START, shortest * 1000, least * 1000).map((at) => (at - START) / 1000);
  expect(seconds(15, 10)).toEqual([15, 30, 45]);
  expect(seconds(1, 10)).toEqual([10, 20, 30, 40, 50]);
  expect(seconds(25, 10)).toEqual([25, 50]);
  for (const none of [seconds(60, 10), seconds(Infinity, 10), seconds(15, Infinity)]) expect(none).toEqual([]);
});

test("on the paid plan targets with a short interval are polled in sub-ticks, others as usual; the free plan has none", async () => {
  for (const [LIMITS, polls, notified] of [
    ["paid", [4, 1], 30],
    ["free", [1, 1], null],
  ] as const) {
    vi.setSystemTime(START);
    const cloud = await platform({ LIMITS, MIN_INTERVAL_SECONDS: "15", UPSTREAM_POLLS_PER_MINUTE: "60" });
    const reported = await listen(cloud);
    await watch(cloud, ["7001"], { intervalSeconds: 15 });
    await watch(cloud, ["7002"]);
    const outside = cloud.outside;
    const requested: string[] = [];
    const since = (user: string) => requested.filter((who) => who === user).length;
    let minute = 0;
    cloud.outside = (url, body) => {
      const user = /live.check.*user_id=(\d+)/.exec(url)?.[1];
      if (user === undefined) return outside(url, body);
      requested.push(user);
      // Live from the third poll of the second minute on, if there is one.
      return { status: 200, body: LIVE(minute === 1 && user === "7001" && since(user) >= 3) };
    };
    await cloud.tick(START);
    requested.length = 0;
    minute = 1;
    await cloud.tick(START + MINUTE);
    expect([since("7001"), since("7002")], LIMITS).toEqual(polls);
    const { body } = await cloud.api("GET", "/v1/events?type=live.started");
    const at = body.items[0]?.detectedAt;
    expect(at === undefined ? null : (Date.parse(at) - START - MINUTE) / 1000, LIMITS).toBe(notified);
    expect(reported.length > 0, LIMITS).toBe(notified !== null);
  }
});
