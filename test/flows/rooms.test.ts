import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import { err, ok } from "../../src/core/result.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { readHistories } from "../../src/engine/poll/prediction-store.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { fakeTime, listen, platform, watch, type Platform } from "../support/platform.ts";
import { plainOperation } from "../support/readings.ts";
import { runs } from "../support/runs.ts";
import { keepingOn, storeEngine } from "../support/store-engine.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const CREATORS = 2;
/** How long the verdict of a target polled every minute holds. */
const HOLDS = 10 * MINUTE;

/** A creator's streams, each after a break in minutes: in the room of the previous one, or in a new one. */
interface Air {
  pause: number;
  lasts: number;
  sameRoom: boolean;
}

/** What happens before a tick: the minutes since the last, and the fate of each creator's poll. */
interface Turn {
  minutes: number;
  weather: ("fair" | "500" | "empty" | "unnamed" | "paused")[];
}

interface Rules {
  confirmOff: number;
  graceSeconds: number;
}

/** A poll with a verdict: the room in which it is live (null if not named), or off. */
interface Poll {
  at: number;
  on: boolean;
  room: string | null;
}

interface Stream {
  from: number;
  to: number;
  room: string;
}

const air: fc.Arbitrary<Air> = fc.record({
  pause: fc.constantFrom(0, 0, 1, 1, 2, 5, 15, 60, 300),
  lasts: fc.constantFrom(1, 3, 5, 20, 60, 240, 1500),
  sameRoom: fc.boolean(),
});

/** A phase of ticks: polled every minute, now and then, or not for hours; with good answers or none. */
const stretch: fc.Arbitrary<Turn[]> = fc
  .record({
    minutes: fc.constantFrom(1, 1, 1, 2, 4, 9, 10, 25, 400, 1200),
    count: fc.constantFrom(1, 2, 6, 12),
    weather: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant("fair" as const) },
        { weight: 1, arbitrary: fc.constant("500" as const) },
        { weight: 1, arbitrary: fc.constant("empty" as const) },
        { weight: 1, arbitrary: fc.constant("unnamed" as const) },
        { weight: 1, arbitrary: fc.constant("paused" as const) },
      ),
      { minLength: CREATORS, maxLength: CREATORS },
    ),
  })
  .map(({ minutes, count, weather }) =>
    // Long phases occur once.
    Array.from({ length: minutes > 60 ? 1 : count }, () => ({ minutes, weather })),
  );

function streamsOf(airs: Air[], creator: number): Stream[] {
  let at = START;
  let room = `9${creator}00`;
  return airs.map(({ pause, lasts, sameRoom }, n) => {
    if (!sameRoom) room = `${creator + 1}${String(n).padStart(2, "0")}`;
    const from = at + pause * MINUTE;
    at = from + lasts * MINUTE;
    return { from, to: at, room };
  });
}

async function lived(lives: Stream[][], turns: Turn[], rules: Rules) {
  const watched = lives.map((_, n) => {
    return { id: `tgt_${n}`, kind: "live", params: { userId: String(7000 + n) }, settings: { ...rules } };
  });
  const engine = await storeEngine(watched, { perMinute: 100, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 });
  const keeping = keepingOn(engine.db);
  const polls: Poll[][] = lives.map(() => []);
  const enabled = lives.map(() => true);
  let [now, weather] = [START, turns[0]!.weather];
  const read: Read = async ({ operation: name, values }) => {
    const n = Number(values["userId"]) - 7000;
    if (weather[n] === "500") return err({ kind: "unreachable", status: 500, detail: "the service answered 500" });
    const stream = lives[n]!.find(({ from, to }) => from <= now && now < to);
    const named = weather[n] === "unnamed" ? null : (stream?.room ?? null);
    if (weather[n] !== "empty") polls[n]!.push({ at: now, on: stream !== undefined, room: named });
    const rows = weather[n] === "empty" ? [] : [{ alive: stream !== undefined, room_id: named ?? 0 }];
    return ok({ body: { code: 0, data: { data: rows } }, operation: plainOperation(name), facts: {} });
  };
  for (const next of turns) {
    now += next.minutes * MINUTE;
    weather = next.weather;
    for (const [n, one] of next.weather.entries()) {
      if (enabled[n] === (one !== "paused")) continue;
      enabled[n] = one !== "paused";
      await keeping.patch(target, `tgt_${n}`, { enabled: enabled[n] });
    }
    await engine.tick(now, read);
  }
  return { polls, events: (await engine.events()).filter(({ type }) => type.startsWith("live.")) };
}

/** A session by the rules. */
interface Session {
  startedAt: number;
  room: string | null;
  /** It was already live at the first poll. */
  baseline: boolean;
  /** The last poll that saw it, and the first that did not; null while it lasts. */
  end: { from: number; to: number } | null;
}

/** Splits the polls that saw the creator live by the rules. It looks at all polls together, not one after another. */
function sessionsBy(polls: Poll[], { confirmOff, graceSeconds }: Rules): Session[] {
  const ons = polls.filter(({ on }) => on);
  const sessions: Session[] = [];
  let room: string | null = null;
  ons.forEach((here, n) => {
    if (sessions.at(-1)?.end !== null)
      sessions.push({ startedAt: here.at, room: null, baseline: here === polls[0], end: null });
    const session = sessions.at(-1)!;
    room = here.room ?? (session.startedAt === here.at ? null : room);
    session.room = room;
    const next = ons[n + 1];
    const offs = polls.filter(({ at, on }) => !on && at > here.at && (next === undefined || at < next.at));
    const confirmed = offs.slice(confirmOff - 1).some(({ at }) => at - here.at >= graceSeconds * 1000);
    const moved =
      next !== undefined &&
      room !== null &&
      next.room !== null &&
      next.room !== room &&
      next.at - here.at > graceSeconds * 1000;
    if (confirmed || moved) session.end = { from: here.at, to: offs[0]?.at ?? next!.at };
  });
  return sessions;
}

/** How much of this time is between two polls too far apart to know. */
const blindWithin = (polls: Poll[], from: number, to: number): number =>
  polls.slice(1).reduce((sum, { at }, n) => {
    const before = polls[n]!.at;
    return before >= from && at <= to && at - before >= HOLDS ? sum + at - before : sum;
  }, 0);

const found = (events: Event[], creator: number, type: string) =>
  events
    .filter((event) => event.type === type && event.targetId === `tgt_${creator}`)
    .toSorted((a, b) => a.occurredAt - b.occurredAt);

test("every stream that a poll saw is announced once, and no session counts unobserved time", async () => {
  const met = {
    roomsInOnePoll: 0,
    roomsAfterAnOff: 0,
    roomsWithinTheGrace: 0,
    blindInOneRoom: 0,
    blindAtTheEnd: 0,
    acrossAPause: 0,
    unnamed: 0,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(air, { minLength: 1, maxLength: 12 }), { minLength: CREATORS, maxLength: CREATORS }),
      fc.array(stretch, { minLength: 3, maxLength: 14 }),
      fc.record({ confirmOff: fc.constantFrom(1, 2, 3), graceSeconds: fc.constantFrom(0, 180, 180, 600) }),
      async (airs, stretches, rules) => {
        const lives = airs.map(streamsOf);
        const turns = stretches.flat();
        const { polls, events } = await lived(lives, turns, rules);
        for (let creator = 0; creator < CREATORS; creator++) {
          const own = polls[creator]!;
          const expected = sessionsBy(own, rules);
          const starts = found(events, creator, "live.started");
          const ends = found(events, creator, "live.ended");
          expect(starts.map(({ occurredAt }) => occurredAt)).toEqual(
            expected.filter(({ baseline }) => !baseline).map(({ startedAt }) => startedAt),
          );
          const closed = expected.filter(({ end }) => end !== null);
          expect(
            ends.map(({ window, data }) => ({ ...window, startedAt: data["startedAt"], room: data["roomId"] })),
          ).toEqual(
            closed.map(({ end, startedAt, room }) => ({ ...end!, startedAt: new Date(startedAt).toISOString(), room })),
          );
          for (const [n, { data, window, occurredAt, detectedAt }] of ends.entries()) {
            const { startedAt } = closed[n]!;
            const [counted, unknown] = [Number(data["durationSeconds"]), Number(data["unknownSeconds"])];
            expect(counted + unknown).toBe((occurredAt - startedAt) / 1000);
            expect(unknown * 1000).toBe(blindWithin(own, startedAt, occurredAt));
            const start = starts.find((one) => one.data["sessionId"] === data["sessionId"]);
            expect(start?.occurredAt ?? (closed[n]!.baseline ? startedAt : null)).toBe(startedAt);
            const seen = own.filter(({ at, on }) => on && at >= startedAt && at < occurredAt);
            const unnamed = seen.some((one) => one.room === null);
            // It really ended then, if it had its own room and all polls named it.
            const room = lives[creator]!.filter((one) => one.room === data["roomId"]);
            if (room.length === 1 && !unnamed) {
              expect(window.from).toBeLessThan(room[0]!.to);
              expect(window.to).toBeGreaterThanOrEqual(room[0]!.to);
            }
            const next = starts.find((one) => one.detectedAt === detectedAt);
            if (next !== undefined) {
              expect(next.occurredAt).toBeGreaterThanOrEqual(occurredAt);
              met[next.occurredAt === occurredAt ? "roomsInOnePoll" : "roomsAfterAnOff"] += 1;
            }
            if (new Set(seen.flatMap((one) => one.room ?? [])).size > 1) met.roomsWithinTheGrace += 1;
            if (blindWithin(own, startedAt, window.from!) > 0) met.blindInOneRoom += 1;
            if (occurredAt - window.from! >= HOLDS) met.blindAtTheEnd += 1;
            if (unnamed) met.unnamed += 1;
          }
          for (const { window } of starts) expect(window.from).toBe(own.findLast(({ at }) => at < window.to)!.at);
          let now = START;
          for (const { minutes, weather } of turns) {
            now += minutes * MINUTE;
            const open = expected.some(({ startedAt, end }) => startedAt < now && (end === null || end.from > now));
            if (open && weather[creator] === "paused") met.acrossAPause += 1;
          }
        }
      },
    ),
    { numRuns: runs(1500, 60), seed: Number(process.env["SEED"] ?? 11) },
  );
  expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(1);
}, 600_000);

describe("room changes", () => {
  const MINUTE = 60_000;
  const HOUR = 60;
  const START = Date.UTC(2026, 0, 5, 12);

  fakeTime(START);

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
});
