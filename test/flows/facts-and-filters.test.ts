import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { platform, watch, type Platform } from "../support/platform.ts";

const MINUTE = 60_000;
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

/** How the service answers requests for facts. */
type Facts = "answers" | "fails" | "refuses";

interface Stage extends Platform {
  live: Set<string>;
  facts: Facts;
  title: string;
  /** False if the live check fails. */
  checks: boolean;
  /** Messages by the path of the channel: the text of each, and the message that it edits. */
  posts: { channel: string; edited: string | null; text: string; minute: number }[];
  until(minute: number): Promise<void>;
}

const FILTER = [{ field: "data.info.title", op: "contains", value: "songs" }];

/** One creator, and a channel for each of these alerts. */
async function stage(
  alerts: Record<string, object>,
  variables: Record<string, string> = {},
  creator: object = {},
): Promise<Stage> {
  const cloud = await platform({ UPSTREAM_OPERATIONS: '{"user.info": null}', ...variables });
  let minute = 0;
  const posts: Stage["posts"] = [];
  const self = Object.assign(cloud, {
    live: new Set<string>(),
    facts: "answers" as Facts,
    title: "Evening songs",
    checks: true,
    posts,
    async until(last: number) {
      while (minute < last) expect(await cloud.tick(START + ++minute * MINUTE)).toBe(true);
    },
  });
  const json = (body: object, status = 200) => ({ status, body: JSON.stringify(body) });
  cloud.outside = (url, body) => {
    if (url.startsWith("https://discord.com/")) {
      const channel = /webhooks\/\d+\/(\w+)/.exec(url)![1]!;
      const edited = /\/messages\/(\d+)/.exec(url)?.[1] ?? null;
      posts.push({ channel, edited, text: body, minute });
      return json({ id: edited ?? String(posts.length) });
    }
    if (url.includes("/live/info")) {
      if (self.facts === "fails") return json({}, 500);
      if (self.facts === "refuses") return json({}, 401);
      return json({ code: 0, data: { room: { title: self.title, user_count: 12 } } });
    }
    if (!self.checks) return json({}, 500);
    const on = self.live.has(/user_id=(\d+)/.exec(url)?.[1] ?? "");
    return json({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } });
  };
  await watch(cloud, ["1"], { settings: { graceSeconds: 0, confirmOff: 1 }, ...creator });
  for (const [name, alert] of Object.entries(alerts)) {
    const settings = { url: `https://discord.com/api/webhooks/1001/${name}` };
    const channel = (await cloud.api("POST", "/v1/channels", { kind: "discord", name, settings })).body;
    const created = await cloud.api("POST", "/v1/subscriptions", {
      name,
      events: ["live.*"],
      channelId: channel.id,
      ...alert,
    });
    expect([created.status, created.body]).toMatchObject([201, {}]);
  }
  await self.until(1);
  return self;
}

const on = (cloud: Stage, channel: string) => cloud.posts.filter((one) => one.channel === channel);

test("a start with late facts is evaluated when they come, and reported with its true time", async () => {
  const cloud = await stage({
    all: {},
    songs: { filters: FILTER },
    news: { filters: [{ ...FILTER[0], value: "news" }] },
  });
  cloud.live.add("1");
  cloud.facts = "fails";
  await cloud.until(5);
  expect(cloud.posts.map(({ channel }) => channel)).toEqual(["all"]);
  cloud.facts = "answers";
  await cloud.until(6);
  expect(on(cloud, "songs")).toMatchObject([{ edited: null, minute: 6 }]);
  expect(on(cloud, "songs")[0]!.text).toContain("Evening songs");
  // The time of the start, not of its facts.
  expect(on(cloud, "songs")[0]!.text).toContain(String((START + 2 * MINUTE) / 1000));
  const [event] = (await cloud.api("GET", "/v1/events?type=live.started")).body.items;
  expect(event).toMatchObject({
    detectedAt: new Date(START + 2 * MINUTE).toISOString(),
    data: { info: { title: "Evening songs" } },
  });
  await cloud.until(20);
  cloud.live.clear();
  await cloud.until(22);
  // The end edits the late report, and is silent where the start was not for the channel.
  expect(on(cloud, "songs")).toHaveLength(2);
  expect(on(cloud, "songs")[1]!.edited).not.toBeNull();
  expect(on(cloud, "all").map(({ edited }) => edited !== null)).toEqual([false, true]);
  expect(on(cloud, "news")).toEqual([]);
  const { items } = (await cloud.api("GET", `/v1/deliveries?eventId=${event.id}`)).body;
  expect(items).toHaveLength(2);
});

test("facts are requested each minute, however seldom the creator is checked", async () => {
  const cloud = await stage({ songs: { filters: FILTER } }, {}, { intervalSeconds: 600 });
  cloud.live.add("1");
  cloud.facts = "fails";
  await cloud.until(11);
  const infos = () => cloud.calls.filter((url) => url.includes("/live/info")).length;
  expect([infos(), cloud.posts]).toEqual([1, []]);
  await cloud.until(14);
  expect(infos()).toBe(4);
  cloud.facts = "answers";
  await cloud.until(25);
  expect(cloud.posts).toMatchObject([{ channel: "songs", minute: 15 }]);
  expect(infos()).toBeLessThanOrEqual(7);
});

test("an alert without filters on facts does not send late what it rejected in time", async () => {
  const drop = { from: "12:00", to: "12:04", timezone: "UTC", action: "drop" };
  const cloud = await stage({ quiet: { quietHours: drop }, songs: { filters: FILTER } });
  cloud.live.add("1");
  cloud.facts = "fails";
  await cloud.until(5);
  cloud.facts = "answers";
  await cloud.until(9);
  expect(cloud.posts.map(({ channel }) => channel)).toEqual(["songs"]);
});

test.each(["fails", "refuses"] as const)(
  "if live.info %s for good, `factsMissing` decides after ten minutes",
  async (facts) => {
    const cloud = await stage({ tell: { filters: FILTER }, skip: { filters: FILTER, factsMissing: "skip" } });
    cloud.live.add("1");
    cloud.facts = facts;
    await cloud.until(11);
    expect(cloud.posts).toEqual([]);
    await cloud.until(13);
    expect(cloud.posts).toMatchObject([{ channel: "tell", minute: 12 }]);
    cloud.live.clear();
    await cloud.until(16);
    expect(cloud.posts.map(({ channel, edited }) => [channel, edited])).toEqual([
      ["tell", null],
      ["tell", "1"],
    ]);
  },
);

test("nothing waits for facts that no operation gives", async () => {
  const cloud = await stage(
    { tell: { filters: FILTER }, skip: { filters: FILTER, factsMissing: "skip" } },
    { UPSTREAM_OPERATIONS: '{"user.info": null, "live.info": null}' },
  );
  cloud.live.add("1");
  await cloud.until(3);
  expect(cloud.posts).toMatchObject([{ channel: "tell", minute: 2 }]);
});

test("a stream that ends while its facts are awaited is reported once, as ended", async () => {
  const cloud = await stage({ tell: { filters: FILTER }, skip: { filters: FILTER, factsMissing: "skip" } });
  cloud.live.add("1");
  cloud.facts = "fails";
  await cloud.until(5);
  cloud.live.clear();
  await cloud.until(8);
  expect(cloud.posts).toMatchObject([{ channel: "tell", edited: null }]);
  expect(cloud.posts[0]!.text).toContain("was live");
});

test("the wait ends in time although no check is answered any more", async () => {
  const cloud = await stage({ tell: { filters: FILTER } });
  cloud.live.add("1");
  cloud.facts = "fails";
  await cloud.until(3);
  cloud.checks = false;
  await cloud.until(18);
  expect(on(cloud, "tell")).toHaveLength(1);
  expect(on(cloud, "tell")[0]!.minute).toBe(12);
});

test("a filter on a fact that came makes the start wait for no other", async () => {
  const cloud = await stage({
    songs: { filters: FILTER },
    viewers: { filters: [{ field: "data.info.viewers", op: "gte", value: 50 }] },
  });
  cloud.live.add("1");
  await cloud.until(15);
  expect(cloud.posts).toMatchObject([{ channel: "songs", minute: 2 }]);
});
