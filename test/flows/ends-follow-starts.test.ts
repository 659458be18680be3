import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discord } from "../support/refusing-world.ts";
import { platform, watch, type Platform } from "../support/platform.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface World {
  cloud: Platform;
  /** What the service says of the stream. */
  room: { live: boolean; title?: string; viewers?: number };
  messages: Map<string, string>;
  /** The types of events that a webhook got. */
  hooked: string[];
  target(): Promise<string>;
  alert: string;
  channel: string;
  pass(minutes: number): Promise<void>;
}

/** A creator, and an alert of a Discord channel or a webhook with a filter. */
async function world(filter: object | null, more: object = {}, kind = "discord"): Promise<World> {
  const cloud = await platform({ ALLOW_LOCAL_WEBHOOKS: "true" });
  const room: World["room"] = { live: false };
  const messages = new Map<string, string>();
  const hooked: string[] = [];
  cloud.outside = (address, body, method) => {
    const url = new URL(address);
    if (url.hostname === "discord.com") return discord(url, body, method, messages);
    if (url.hostname === "example.com") {
      hooked.push((JSON.parse(body) as { type: string }).type);
      return { status: 204, body: "" };
    }
    if (url.pathname.endsWith("/live/check"))
      return {
        status: 200,
        body: JSON.stringify({ code: 0, data: { data: [{ alive: room.live, room_id: room.live ? 7100 : 0 }] } }),
      };
    const { title, viewers } = room;
    return { status: 200, body: JSON.stringify({ code: 0, data: { room: { title, user_count: viewers } } }) };
  };
  await watch(cloud, ["1001"], { settings: { infoSeconds: 60 } });
  const url = kind === "webhook" ? "https://example.com/hook" : "https://discord.com/api/webhooks/1001/secret";
  const channel = await cloud.api("POST", "/v1/channels", { kind, name: "one", settings: { url } });
  const alert = await cloud.api("POST", "/v1/subscriptions", {
    name: "alert",
    events: ["live.*"],
    channelId: channel.body.id,
    filters: filter === null ? [] : [filter],
    ...more,
  });
  if (alert.status !== 201) throw new Error(JSON.stringify(alert.body));
  let now = START;
  return {
    cloud,
    room,
    messages,
    hooked,
    alert: alert.body.id,
    channel: channel.body.id,
    target: async () => (await cloud.api("GET", "/v1/targets")).body.items[0].id,
    async pass(minutes) {
      for (let minute = 0; minute < minutes; minute++) await cloud.tick((now += MINUTE));
    },
  };
}

/** A stream that is told, then something that happens, then its end. */
async function streamed(
  filter: object | null,
  between: (world: World) => Promise<unknown> | void,
  more: object = {},
  kind?: string,
): Promise<World> {
  const one = await world(filter, more, kind);
  await one.pass(2);
  Object.assign(one.room, { live: true, title: "Late night talk", viewers: 150 });
  await one.pass(3);
  if (kind !== "webhook") expect([...one.messages.values()]).toEqual([expect.stringContaining("is live")]);
  await between(one);
  await one.pass(3);
  one.room.live = false;
  await one.pass(8);
  return one;
}

const viewers = { field: "data.info.viewers", op: "gte", value: 100 };
const title = { field: "data.info.title", op: "contains", value: "night" };

const ends = ({ messages }: World) => [...messages.values()].map((text) => !text.includes("is live"));
const fewer = ({ room }: World) => void (room.viewers = 5);

test.each<[string, object | null, (one: World) => Promise<unknown> | void]>([
  ["fewer viewers than its filter asks for", viewers, fewer],
  ["another title", title, ({ room }) => void (room.title = "Cooking")],
  ["no title any more", title, ({ room }) => void delete room.title],
  ["a creator in another list", null, moved],
  ["an alert whose filter has changed", viewers, changed({ filters: [{ ...viewers, value: 10_000 }] })],
  ["an alert that is off", null, changed({ enabled: false })],
  ["an alert of another creator now", null, changed({ watchlistId: "wl_default", events: ["ranking.*"] })],
  ["a deleted alert", null, ({ cloud, alert }) => cloud.api("DELETE", `/v1/subscriptions/${alert}`)],
])("the end of a told start is told with %s", async (_, filter, between) => {
  const one = await streamed(filter, between, { watchlistId: "wl_default" });
  expect(ends(one)).toEqual([true]);
});

async function moved(one: World) {
  const list = await one.cloud.api("POST", "/v1/watchlists", { name: "another" });
  const patched = await one.cloud.api("PATCH", `/v1/targets/${await one.target()}`, { watchlistId: list.body.id });
  expect(patched.status).toBe(200);
}

function changed(body: object) {
  return async ({ cloud, alert }: World) => {
    const patched = await cloud.api("PATCH", `/v1/subscriptions/${alert}`, body);
    expect([patched.status, patched.body]).toMatchObject([200, body]);
  };
}

test("an alert that moved to another channel leaves its message ended, and tells no end there", async () => {
  const one = await streamed(null, async ({ cloud, alert }) => {
    const settings = { url: "https://example.com/hook" };
    const channel = await cloud.api("POST", "/v1/channels", { kind: "webhook", name: "two", settings });
    await cloud.api("PATCH", `/v1/subscriptions/${alert}`, { channelId: channel.body.id });
  });
  expect([ends(one), one.hooked]).toEqual([[true], []]);
});

test("the end is told by onEnd: as a message of its own, by removal, or not at all", async () => {
  const posted = await streamed(viewers, fewer, { onEnd: "post" });
  expect([...posted.messages.values()].map((text) => text.includes("is live"))).toEqual([true, false]);
  const removed = await streamed(viewers, fewer, { onEnd: "delete" });
  expect(removed.messages.size).toBe(0);
  const ignored = await streamed(viewers, fewer, { onEnd: "ignore" });
  expect(ends(ignored)).toEqual([false]);
});

test("an alert of starts alone gets no end, and a webhook gets that of its start", async () => {
  const starts = await streamed(viewers, fewer, { events: ["live.started"] });
  expect(ends(starts)).toEqual([false]);
  const hook = await streamed(viewers, fewer, {}, "webhook");
  expect(hook.hooked).toEqual(["live.started", "live.ended"]);
  const rises = await streamed(viewers, changed({ filters: [{ ...viewers, value: 10_000 }] }), {}, "webhook");
  expect(rises.hooked).toEqual(["live.started", "live.ended"]);
  const gone = await streamed(
    viewers,
    ({ cloud, alert }) => cloud.api("DELETE", `/v1/subscriptions/${alert}`),
    {},
    "webhook",
  );
  expect(gone.hooked).toEqual(["live.started"]);
});

test("a start that a filter rejected gets no end, even if the end would fit", async () => {
  const one = await world({ ...viewers, op: "lt" }, {}, "webhook");
  await one.pass(2);
  Object.assign(one.room, { live: true, title: "Late night talk", viewers: 150 });
  await one.pass(3);
  one.room.viewers = 5;
  await one.pass(3);
  one.room.live = false;
  await one.pass(8);
  expect(one.hooked).toEqual([]);
});

test("who was told that a creator can't be checked is told that they can again", async () => {
  const gone = { field: "data.fault.kind", op: "eq", value: "gone" };
  const one = await world(gone, { events: ["target.*"] }, "webhook");
  await one.pass(1);
  const well = one.cloud.outside;
  one.cloud.outside = (url, ...rest) => (url.includes("/live/check") ? { status: 404, body: "" } : well(url, ...rest));
  await one.pass(30);
  one.cloud.outside = well;
  await one.pass(10);
  expect(one.hooked).toEqual(["target.failing", "target.recovered"]);
});
