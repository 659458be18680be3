import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { judge } from "../../src/engine/poll/judge.ts";
import { rankingSettings } from "../../src/kinds/ranking/params.ts";
import { fakeDiscord, type FakeDiscord } from "../support/fake-discord.ts";
import { platform, type Platform } from "../support/platform.ts";
import { pollsOfPlaces, sampledPlaces } from "../support/readings.ts";
import type { PlacesAt } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { WATCHED_LIVE } from "../support/watching-hours.ts";

describe("ranking races", () => {
  const START = Date.UTC(2026, 0, 5, 12);
  const MINUTE = 60_000;
  /** Minutes after `START`. */
  const RESET = 60;

  /** What the service says in a minute: a place with its gap, or a status. */
  type Reported = { place: number; gap?: string } | { status: number };

  let cloud: Platform;
  let discord: FakeDiscord;
  let reported: Reported = { place: 4 };
  let resetMinute = RESET;

  const text = (pattern: string) => ({ default_pattern: pattern, key: "k", pieces: [] });

  function answer(): { status: number; body: string } {
    if ("status" in reported) return { status: reported.status, body: "" };
    const entrance = {
      rank_type: 8,
      owner_on_rank: true,
      owner_rank_idx: reported.place,
      reset_time: (START + resetMinute * MINUTE) / 1000,
      ...(reported.gap === undefined ? {} : { affiliated_content: { gap_desc: text(reported.gap) } }),
    };
    const group = { group_type: 1, data: { entrances: [entrance], tabs: [] } };
    return { status: 200, body: JSON.stringify({ code: 0, data: { data: [group], status_code: 0 } }) };
  }

  beforeEach(async () => {
    vi.useFakeTimers({ now: START });
    discord = fakeDiscord();
    cloud = await platform();
    resetMinute = RESET;
    cloud.outside = (url, body, method) => {
      if (url.startsWith("https://discord.com")) return discord.answer(url, body, method);
      return url.startsWith("https://hooks.slack.com") ? { status: 200, body: "ok" } : answer();
    };
    const target = { kind: "ranking", name: "Maria", params: { roomId: "7100", userId: "7012" }, intervalSeconds: 60 };
    expect((await cloud.api("POST", "/v1/targets", target)).status).toBe(201);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function subscribed(channel: object, more: object = {}): Promise<void> {
    const { body } = await cloud.api("POST", "/v1/channels", { name: "c", ...channel });
    const subscription = { name: "race", events: ["ranking.closing"], channelId: body.id, ...more };
    expect((await cloud.api("POST", "/v1/subscriptions", subscription)).status).toBe(201);
  }

  const webhook = { kind: "discord", settings: { url: "https://discord.com/api/webhooks/1001/token" } };
  const slack = { kind: "slack", settings: { url: "https://hooks.slack.com/services/T0/B0/x" } };

  const at = async (minute: number, what: Reported): Promise<void> => {
    reported = what;
    if (minute > RESET) resetMinute = RESET + 1440;
    expect(await cloud.tick(START + minute * MINUTE)).toBe(true);
  };

  /** A whole race: it begins at #4, a poll fails, and it ends at #3. */
  async function race(): Promise<void> {
    await at(30, { place: 4 });
    await at(46, { place: 4, gap: "13.8K Diamonds to reach No. 3" });
    await at(51, { place: 3 });
    await at(53, { status: 500 });
    await at(61, { place: 90 });
    await at(63, { place: 90 });
  }

  const closings = async () =>
    ((await cloud.api("GET", "/v1/events?type=ranking.closing")).body.items as { data: object }[]).toReversed();

  const messages = () => [...discord.messages.values()].map(({ body }) => JSON.stringify(body));

  test("a race is one message, edited by each poll and closed with the final place", async () => {
    await subscribed(webhook);
    await at(30, { place: 4 });
    expect(messages()).toEqual([]);
    await at(46, { place: 4, gap: "13.8K Diamonds to reach No. 3" });
    expect(messages()[0]).toContain("Maria is #4 in Daily Ranking · 14 min left");
    expect(messages()[0]).toContain("13.8K Diamonds to reach No. 3");
    await at(51, { place: 3 });
    expect(messages()[0]).toContain("Maria is #3 in Daily Ranking");
    expect(messages()[0]).toContain("9 min left");
    await at(53, { status: 500 });
    expect(messages()[0]).toContain("9 min left");
    await at(61, { place: 90 });
    await at(63, { place: 90 });
    expect(messages()).toHaveLength(1);
    expect(messages()[0]).toContain("Maria finished Daily Ranking at #3");
    expect(discord.calls.map(({ method }) => method)).toEqual(["POST", "PATCH", "PATCH"]);
    expect((await closings()).map(({ data }) => data)).toMatchObject([
      { place: 4, minutesLeft: 14, final: false },
      { place: 3, minutesLeft: 9, final: false },
      { place: 3, minutesLeft: 0, final: true },
    ]);
  });

  test("a channel that cannot edit gets the first message only, whatever its subscription does at ends", async () => {
    await subscribed(slack, { onEnd: "post" });
    await race();
    expect(cloud.calls.filter((url) => url.startsWith("https://hooks.slack.com"))).toHaveLength(1);
  });

  test("an update whose message nobody has is not stored, and `ranking.*` does not include races", async () => {
    await subscribed(webhook, { events: ["ranking.*"] });
    await race();
    expect((await closings()).map(({ data }) => data)).toMatchObject([{ place: 4, minutesLeft: 14, final: false }]);
    expect(messages().join("\n")).not.toContain("min left");
  });

  test("a first message that is late has the latest place, and mentions people", async () => {
    await subscribed(webhook, { mention: "@here" });
    const usual = cloud.outside;
    cloud.outside = (url, body, method) =>
      url.startsWith("https://discord.com") ? { status: 500, body: "" } : usual(url, body, method);
    await at(30, { place: 4 });
    await at(46, { place: 4 });
    cloud.outside = usual;
    await at(51, { place: 3 });
    expect(messages()).toHaveLength(1);
    expect(messages()[0]).toContain("@here");
    expect(messages()[0]).toContain("Maria is #3 in Daily Ranking");
  });

  test("`closingMinutes` is 15 unless it is set", async () => {
    const [{ id }] = (await cloud.api("GET", "/v1/targets")).body.items;
    const patched = async (body: object) => {
      expect((await cloud.api("PATCH", `/v1/targets/${id}`, body)).status).toBe(200);
      const row = await cloud.db.prepare("SELECT settings FROM targets").first<{ settings: string }>();
      return JSON.parse(row!.settings).closingMinutes;
    };
    expect(await patched({ name: "Maria B" })).toBe(15);
    expect(await patched({ settings: { closingMinutes: 30 } })).toBe(30);
    expect(await patched({ settings: { closingMinutes: null } })).toBe(15);
    for (const closingMinutes of [0, 4, 61, "15"])
      expect((await cloud.api("PATCH", `/v1/targets/${id}`, { settings: { closingMinutes } })).status).toBe(422);
  });
});

describe("best places", () => {
  const MINUTE = 60_000;
  const DAY = 1440 * MINUTE;
  const START = Date.UTC(2030, 2, 9, 7, 3);
  const POLLS = 300;

  const standing = (rankType: number, place: number | undefined) => ({
    groupType: 1,
    rankType,
    title: `Ranking ${rankType}`,
    onRank: place !== undefined,
    place: place ?? null,
    resetAt: null,
    classType: null,
    gap: null,
  });

  /** The points that the real judge plans along polls, with the time of their polls. */
  function planned(polls: PlacesAt[]): { points: PlacesAt[]; always: boolean[] } {
    let target = {
      ...WATCHED_LIVE,
      kind: "ranking",
      params: { roomId: "1", userId: "2" },
      settings: rankingSettings().parse({}) as JsonObject,
      intervalSeconds: 300,
    };
    const points: PlacesAt[] = [];
    const always: boolean[] = [];
    for (const [index, [at, places]] of polls.entries()) {
      const standings = [0, 8].map((rankType) => standing(rankType, places[`1.${rankType}`]));
      const lastAt = polls[index - 1]?.[0] ?? 0;
      const seen = { ok: true as const, value: { standings } };
      const { write, samples } = judge(
        { target, lastAt, seen, calls: 1, asked: 1 },
        { at, jitter: 0.5, hold: false, turn: 0 },
      );
      if (write !== null) target = { ...target, ...write };
      if (samples === null) continue;
      always.push(samples.always);
      for (const [when, values] of samples.points) {
        // As rows leave out a point that they have already.
        if (when <= (points.at(-1)?.[0] ?? -1)) continue;
        const own = Object.entries(values).map(([name, place]): [string, number] => [
          name.replace("place:", ""),
          place,
        ]);
        points.push([when, Object.fromEntries(own)]);
      }
    }
    return { points, always };
  }

  test("polls of a ranking plan the point of each change, of the poll before it, and of each day", () => {
    const met = { changes: 0, held: 0, days: 0, off: 0, atMidnight: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(5 * MINUTE, 7 * MINUTE + 13, 11 * MINUTE),
        fc.array(
          fc.record({
            poll: fc.integer({ min: 0, max: POLLS - 1 }),
            key: fc.constantFrom("1.0", "1.8"),
            place: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })),
          }),
          { maxLength: 10 },
        ),
        fc.boolean(),
        (every, changes, atMidnight) => {
          const midnight = Math.ceil((Math.ceil(START / DAY) * DAY - START) / every);
          const more = atMidnight ? [{ poll: midnight, key: "1.0", place: 7 }] : [];
          const polls = pollsOfPlaces(START, every, POLLS, [...changes, ...more]);
          const expected = sampledPlaces(polls);
          expect(planned(polls).points).toEqual(expected);
          const isPoll = (at: number) => polls.findIndex(([when]) => when === at);
          met.changes += expected.filter(([at], n) => n > 0 && isPoll(at) - isPoll(expected[n - 1]![0]) === 1).length;
          met.held += expected.filter(([at], n) => n > 0 && isPoll(at) - isPoll(expected[n - 1]![0]) > 1).length;
          met.days += new Set(expected.map(([at]) => Math.floor(at / DAY))).size - 1;
          met.off += changes.filter(({ place }) => place === 0).length;
          met.atMidnight += Number(atMidnight);
        },
      ),
      { numRuns: runs(300, 30) },
    );
    for (const [what, times] of Object.entries(met)) expect([what, times > 5]).toEqual([what, true]);
  });

  test("a better place must be stored, a worse one need not", () => {
    const polls: PlacesAt[] = [{ "1.0": 9 }, { "1.0": 8 }, { "1.0": 12 }, {}, { "1.0": 50 }].map((places, n) => [
      START + n * 5 * MINUTE,
      places,
    ]);
    expect(planned(polls).always).toEqual([false, true, false, false, true]);
  });
});
