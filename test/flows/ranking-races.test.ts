import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDiscord, type FakeDiscord } from "../support/fake-discord.ts";
import { platform, type Platform } from "../support/platform.ts";

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

test("`closingMinutes` is stored only if it was set, so that an older version accepts its targets", async () => {
  const [{ id }] = (await cloud.api("GET", "/v1/targets")).body.items;
  const patched = async (body: object) => {
    expect((await cloud.api("PATCH", `/v1/targets/${id}`, body)).status).toBe(200);
    const row = await cloud.db.prepare("SELECT settings FROM targets").first<{ settings: string }>();
    return JSON.parse(row!.settings).closingMinutes;
  };
  expect(await patched({ name: "Maria B" })).toBeUndefined();
  expect(await patched({ settings: { closingMinutes: 30 } })).toBe(30);
  expect(await patched({ settings: { closingMinutes: null } })).toBeUndefined();
  for (const closingMinutes of [0, 4, 61, "15"])
    expect((await cloud.api("PATCH", `/v1/targets/${id}`, { settings: { closingMinutes } })).status).toBe(422);
});
