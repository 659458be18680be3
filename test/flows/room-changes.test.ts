import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readHistories } from "../../src/engine/poll/prediction-store.ts";
import { listen, platform, watch, type Platform } from "../support/platform.ts";

const MINUTE = 60_000;
const HOUR = 60;
const START = Date.UTC(2026, 0, 5, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface World extends Platform {
  /** The room in which the creator is live; null for none, "500" for a fault. */
  room: string | null;
  /** A tick this many minutes after the start. */
  at(minute: number): Promise<void>;
  /** A tick every minute from the last one to this minute. */
  until(minute: number): Promise<void>;
  events(type: string): Promise<any[]>;
  sessions(): Promise<any[]>;
  airtime(): Promise<Record<string, number>>;
}

/** One creator, offline in the first minute and live in room 111 from the second on. */
async function world(more: object = {}): Promise<World> {
  const cloud = await platform();
  let last = 0;
  const read = async (path: string) => (await cloud.api("GET", path)).body.items;
  const self = Object.assign(cloud, {
    room: null as string | null,
    async at(minute: number) {
      expect(await cloud.tick(START + minute * MINUTE)).toBe(true);
      last = minute;
    },
    async until(minute: number) {
      while (last < minute) await self.at(last + 1);
    },
    events: (type: string) => read(`/v1/events?type=${type}`),
    sessions: () => read("/v1/sessions"),
    async airtime() {
      const [{ id }] = await read("/v1/targets");
      const days = await read(`/v1/targets/${id}/samples?series=airtimeSeconds`);
      return Object.fromEntries(days.map((day: any) => [day.at.slice(0, 10), day.values.airtimeSeconds]));
    },
  });
  cloud.outside = (url) => {
    if (!url.startsWith("https://upstream.example")) return { status: 204, body: "" };
    if (self.room === "500") return { status: 500, body: "" };
    const row = { alive: self.room !== null, room_id: self.room ?? 0 };
    return { status: 200, body: JSON.stringify({ code: 0, data: { data: [row] } }) };
  };
  await watch(cloud, ["7012"], more);
  return self;
}

const iso = (minute: number) => new Date(START + minute * MINUTE).toISOString();
const window = (from: number, to: number) => ({ from: iso(from), to: iso(to) });

/** The steps until the request: ticks take some of the fake time. */
const about = (seconds: number) => expect.closeTo(seconds, -2);

/** Offline, then live in room 111 until the tenth minute. */
async function liveIn111(cloud: World): Promise<string[]> {
  const reported = await listen(cloud, ["live.*"]);
  await cloud.at(1);
  cloud.room = "111";
  await cloud.until(10);
  expect(await cloud.events("live.started")).toMatchObject([{ data: { roomId: "111" }, window: window(1, 2) }]);
  expect(reported).toHaveLength(1);
  return reported;
}

/** The result if room 222 is seen at `minute`, after room 111 at `last`. */
async function expectNewBroadcast(cloud: World, reported: string[], last: number, minute: number, unknown: number) {
  const [started] = await cloud.events("live.started");
  const [ended] = await cloud.events("live.ended");
  expect(started).toMatchObject({ detectedAt: iso(minute), occurredAt: iso(minute), window: window(last, minute) });
  expect(started.data).toMatchObject({ roomId: "222", initial: false });
  expect(ended).toMatchObject({ detectedAt: iso(minute), occurredAt: iso(minute), window: window(last, minute) });
  const lasted = (minute - 2) * 60 - unknown;
  expect(ended.data).toMatchObject({ roomId: "111", durationSeconds: lasted, unknownSeconds: unknown });
  expect(ended.data.sessionId).not.toBe(started.data.sessionId);
  expect(await cloud.events("live.*")).toHaveLength(3);
  // The new start is a message of its own; the old one is edited.
  expect(reported.filter((text) => text.includes("is live"))).toHaveLength(2);
  expect(reported.filter((text) => text.includes("was live"))).toHaveLength(1);
}

describe("a creator who is live in another room after an unseen break is live again", () => {
  test("after 20 hours without a tick", async () => {
    const cloud = await world();
    const reported = await liveIn111(cloud);
    cloud.room = "222";
    const back = 10 + 20 * HOUR;
    await cloud.at(back);
    await expectNewBroadcast(cloud, reported, 10, back, 20 * 3600);
    await cloud.until(back + 5);
    expect(await cloud.events("live.*")).toHaveLength(3);
    expect(await cloud.sessions()).toMatchObject([
      { startedAt: iso(back), endedAt: null, roomId: "222", durationSeconds: about(300), unknownSeconds: 0 },
      { startedAt: iso(2), endedAt: iso(back), roomId: "111", durationSeconds: 480, unknownSeconds: 20 * 3600 },
    ]);
    expect(await cloud.airtime()).toEqual({ "2026-01-05": 480, "2026-01-06": about(300) });
  });

  test("after 6 hours of failures", async () => {
    const cloud = await world();
    const reported = await liveIn111(cloud);
    cloud.room = "500";
    await cloud.until(10 + 6 * HOUR);
    cloud.room = "222";
    await cloud.until(20 + 6 * HOUR);
    const back = (Date.parse((await cloud.events("live.ended"))[0].detectedAt) - START) / MINUTE;
    await expectNewBroadcast(cloud, reported, 10, back, (back - 10) * 60);
    expect((await cloud.sessions())[1]).toMatchObject({ durationSeconds: 480, unknownSeconds: (back - 10) * 60 });
  });

  test("after a break between two polls 20 minutes apart", async () => {
    const cloud = await world({ intervalSeconds: 1200 });
    const reported = await listen(cloud, ["live.*"]);
    await cloud.at(1);
    cloud.room = "111";
    await cloud.until(30);
    const [start] = await cloud.events("live.started");
    const seen = (Date.parse(start.detectedAt) - START) / MINUTE;
    cloud.room = null;
    await cloud.until(seen + 7);
    cloud.room = "222";
    await cloud.until(seen + 21);
    const [ended, next] = [(await cloud.events("live.ended"))[0], (await cloud.events("live.started"))[0]];
    expect(ended.window).toEqual(window(seen, seen + 20));
    expect(next).toMatchObject({ detectedAt: ended.detectedAt, window: ended.window, data: { roomId: "222" } });
    // A verdict of it holds this long. The time until the end was found counts, as if it was found offline.
    expect(ended.data).toMatchObject({ roomId: "111", durationSeconds: 1200, unknownSeconds: 0, unknown: [] });
    expect(reported.filter((text) => text.includes("is live"))).toHaveLength(2);
  });
});

test("in the same room the session continues, without the time that was not observed", async () => {
  const cloud = await world();
  const reported = await liveIn111(cloud);
  const back = 10 + 20 * HOUR;
  await cloud.at(back);
  await cloud.until(back + 5);
  expect(await cloud.events("live.*")).toHaveLength(1);
  const unknownSeconds = 20 * 3600;
  expect(await cloud.sessions()).toMatchObject([
    { startedAt: iso(2), endedAt: null, durationSeconds: about(480 + 300), unknownSeconds, unknownSince: null },
  ]);
  expect(await cloud.airtime()).toEqual({ "2026-01-05": 480, "2026-01-06": about(300) });
  cloud.room = null;
  await cloud.until(back + 12);
  const [{ data }] = await cloud.events("live.ended");
  expect(data).toMatchObject({ durationSeconds: 480 + 360, unknownSeconds, unknown: [window(10, back)] });
  expect(reported.at(-1)).toContain("14 m");
  expect(await cloud.airtime()).toEqual({ "2026-01-05": 480, "2026-01-06": 360 });
});

test("an end found after 20 hours is honest about its time, and counts none of them", async () => {
  const cloud = await world();
  await liveIn111(cloud);
  cloud.room = null;
  const back = 10 + 20 * HOUR;
  await cloud.at(back);
  await cloud.until(back + 5);
  const [{ window: seen, data }] = await cloud.events("live.ended");
  expect(seen).toEqual(window(10, back));
  expect(data).toMatchObject({ durationSeconds: 480, unknownSeconds: 20 * 3600 });
  expect(await cloud.airtime()).toEqual({ "2026-01-05": 480 });
});

test("a paused target is not observed, and a later room is a new stream", async () => {
  const cloud = await world();
  await liveIn111(cloud);
  const [{ id }] = (await cloud.api("GET", "/v1/targets")).body.items;
  await cloud.api("PATCH", `/v1/targets/${id}`, { enabled: false });
  cloud.room = "222";
  await cloud.until(10 + HOUR);
  const open = (await cloud.sessions()).concat(await cloud.events("live.ended"));
  expect(open.every(({ durationSeconds }) => durationSeconds === 480)).toBe(true);
  await cloud.api("PATCH", `/v1/targets/${id}`, { enabled: true });
  await cloud.until(12 + HOUR);
  const [{ detectedAt, window: seen, data }] = await cloud.events("live.ended");
  expect(seen).toEqual({ from: iso(10), to: detectedAt });
  expect(data).toMatchObject({ roomId: "111", durationSeconds: 480 });
  expect((await cloud.events("live.started"))[0]).toMatchObject({ detectedAt, data: { roomId: "222" } });
});

test("a return within the grace period is the same session, even in a new room, and the end names that room", async () => {
  const cloud = await world();
  const reported = await liveIn111(cloud);
  cloud.room = null;
  await cloud.until(12);
  cloud.room = "222";
  await cloud.until(20);
  expect(await cloud.events("live.*")).toHaveLength(1);
  expect(reported).toHaveLength(1);
  cloud.room = null;
  await cloud.until(30);
  expect((await cloud.events("live.ended"))[0].data).toMatchObject({ roomId: "222", durationSeconds: 19 * 60 });
});

test("starts and ends at unknown times are not learned from", async () => {
  const cloud = await world();
  await liveIn111(cloud);
  const [{ id }] = (await cloud.api("GET", "/v1/targets")).body.items;
  const history = async () => (await readHistories(cloud.db, [id])).get(id)!.past!;
  const first = START + 1.5 * MINUTE;
  expect(await history()).toMatchObject({ starts: [first], startedAt: first });
  cloud.room = "222";
  const back = 10 + 20 * HOUR;
  await cloud.at(back);
  // The first one is over, but its duration is unknown, and so is the start of the other.
  const other = START + back * MINUTE;
  expect(await history()).toMatchObject({ starts: [first], startedAt: other, onMinutes: 8, lengths: { count: 0 } });
  cloud.room = null;
  await cloud.until(back + 10);
  expect(await history()).toMatchObject({ starts: [first], startedAt: null, onMinutes: 9, lengths: { count: 0 } });
  // Observed starts and ends are learned as usual.
  cloud.room = "333";
  await cloud.until(back + 30);
  cloud.room = null;
  await cloud.until(back + 40);
  const second = START + (back + 10.5) * MINUTE;
  expect(await history()).toMatchObject({ starts: [first, second], onMinutes: 29, lengths: { count: 1 } });
});
