import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listen, platform, watch, type Platform } from "../support/platform.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 5);
const DAY = 24 * HOUR;
/** The cron trigger does not come from the first until the second. */
const STOPPED = [START + 10 * HOUR, START + 13 * HOUR] as const;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Lives through a time minute by minute: the cron trigger at each, unless it stopped, and alarms when they are due. */
async function live(cloud: Platform, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += MINUTE) {
    while (cloud.alarmAt !== null && cloud.alarmAt < at) await cloud.alarm();
    if (at < STOPPED[0] || at >= STOPPED[1]) await cloud.tick(at);
  }
}

const LIVE = (on: boolean) => ({
  status: 200,
  body: JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } }),
});

test("a day whose cron trigger stops for three hours: nobody is reported more than two minutes late", async () => {
  const cloud = await platform();
  cloud.bindWatchdog();
  await watch(cloud, ["1"], { settings: { confirmOn: 1, confirmOff: 1, graceSeconds: 0 } });
  await listen(cloud, ["live.started"]);
  const { outside } = cloud;
  // On the air for seven of every nineteen minutes, so that starts come at all times of a minute.
  const startOf = (at: number) => at - ((at - START) % (19 * MINUTE + 7000));
  const isOn = (at: number) => at > START + 30 * MINUTE && at - startOf(at) < 7 * MINUTE;
  const late: { at: number; ms: number }[] = [];
  cloud.outside = (url, body) => {
    if (url.startsWith("https://upstream.example")) return LIVE(isOn(Date.now()));
    const now = Date.now();
    late.push({ at: now, ms: now - startOf(now) });
    return outside(url, body);
  };
  await live(cloud, START, START + DAY);
  const during = late.filter(({ at }) => at > STOPPED[0] && at < STOPPED[1]);
  expect(late.length).toBeGreaterThan(70);
  expect(during.length).toBeGreaterThan(8);
  // A minute between two ticks, and two until the watchdog comes.
  expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThanOrEqual(2 * MINUTE);
  expect(Math.max(...during.slice(1).map(({ ms }) => ms))).toBeLessThanOrEqual(2 * MINUTE);
});

test("while the trigger comes, the watchdog does not; where none is bound nothing asks for it", async () => {
  const cloud = await platform();
  await cloud.tick(START);
  expect(cloud.alarmAt).toBeNull();
  cloud.bindWatchdog();
  for (let at = START + MINUTE; at < START + HOUR; at += MINUTE) {
    expect(cloud.alarmAt ?? Infinity).toBeGreaterThan(at);
    await cloud.tick(at);
  }
});

test("a tick goes on without its watchdog, and a watchdog whose tick fails comes again", async () => {
  const cloud = await platform();
  cloud.env.WATCHDOG = { idFromName: (name) => name, get: () => ({ fetch: () => Promise.reject(new Error("no")) }) };
  await watch(cloud, ["1"]);
  expect(await cloud.tick(START)).toBe(true);
  expect(cloud.calls.length).toBe(1);
  cloud.bindWatchdog();
  await cloud.tick(START + MINUTE);
  cloud.database = () => {
    throw new Error("D1 is down");
  };
  await cloud.alarm();
  expect(cloud.alarmAt).toBe(START + 4 * MINUTE);
  cloud.database = () => undefined;
  await cloud.alarm();
  expect(cloud.calls.length).toBe(3);
});
