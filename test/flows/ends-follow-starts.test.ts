import { describe, expect, test } from "vitest";
import { err, ok } from "../../src/core/result.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { plainOperation } from "../support/readings.ts";
import { discord } from "../support/refusing-world.ts";
import { fakeTime, platform, watch, type Platform } from "../support/platform.ts";
import { storeEngine } from "../support/store-engine.ts";

describe("ends follow starts", () => {
  const START = Date.UTC(2026, 0, 5, 12);
  const MINUTE = 60_000;

  fakeTime(START);

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
    one.cloud.outside = (url, ...rest) =>
      url.includes("/live/check") ? { status: 404, body: "" } : well(url, ...rest);
    await one.pass(30);
    one.cloud.outside = well;
    await one.pass(10);
    expect(one.hooked).toEqual(["target.failing", "target.recovered"]);
  });
});

describe("no show", () => {
  const MONDAY = Date.UTC(2026, 0, 5);
  const MINUTE = 60_000;
  const DAY = 86_400_000;
  const WEEK = 7 * DAY;
  const USUALLY_WEEKS = 4;

  /** When a creator is live, and when polls fail, in minutes from Tuesday 20:00, by week. */
  type Life = (week: number) => { on: [number, number] | null; failing?: [number, number] };

  const REGULAR: [number, number] = [0, 100];
  const usually =
    (later: (week: number) => ReturnType<Life>): Life =>
    (week) =>
      week < USUALLY_WEEKS ? { on: REGULAR } : later(week - USUALLY_WEEKS);

  const LIVES: Record<string, Life> = {
    away: usually(() => ({ on: null })),
    early: usually(() => ({ on: [-40, -10] })),
    late: usually(() => ({ on: [50, 90] })),
    before: usually(() => ({ on: [-80, 100] })),
    // It is unknown whether they came.
    unread: usually(() => ({ on: null, failing: [-20, 95] })),
    blinking: usually(() => ({ on: null, failing: [10, 40] })),
    failing: usually(() => ({ on: null, failing: [-20, 1000] })),
    // Every other week is not regular enough to be missed.
    odd: (week) => ({ on: week % 2 === 0 ? REGULAR : null }),
  };

  const names = Object.keys(LIVES);

  test("a highly regular creator who does not come is missed once; one who is early, late, irregular or unwatched is not", async () => {
    let now = 0;
    const within = (span: [number, number] | null | undefined, minute: number) =>
      span != null && minute >= span[0] && minute < span[1];
    const read: Read = async ({ operation: name, values }) => {
      const life = LIVES[names[Number(values["userId"]) - 7000]!]!;
      const minute = (((now - MONDAY) % WEEK) - DAY - 1200 * MINUTE) / MINUTE;
      const { on, failing } = life(Math.floor((now - MONDAY) / WEEK));
      if (within(failing, minute)) return err({ kind: "unreachable", status: null, detail: "no answer" });
      return ok({
        body: { code: 0, data: { data: [{ alive: within(on, minute), room_id: 7100 }] } },
        operation: plainOperation(name),
        facts: {},
      });
    };
    const watched = names.map((id, n) => ({
      id: `tgt_${id}`,
      kind: "live",
      params: { userId: String(7000 + n) },
      intervalSeconds: 300,
    }));
    const engine = await storeEngine(watched, { perMinute: 100, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 });
    await engine.db.prepare("UPDATE targets SET created_at = ?1").bind(MONDAY).run();
    const evening = async (week: number) => {
      const eight = MONDAY + week * WEEK + DAY + 1200 * MINUTE;
      for (now = eight - 120 * MINUTE; now <= eight + 150 * MINUTE; now += 5 * MINUTE) await engine.tick(now, read);
      return eight;
    };
    for (let week = 0; week < USUALLY_WEEKS; week++) await evening(week);
    const missed = async () => (await engine.events()).filter(({ type }) => type === "live.no_show");
    expect(await missed()).toEqual([]);
    const eight = await evening(USUALLY_WEEKS);
    const found = await missed();
    expect(found.map(({ targetId }) => targetId)).toEqual(["tgt_away"]);
    const { data, occurredAt } = found[0]!;
    expect(Math.abs(Date.parse(String(data["expectedAt"])) - eight)).toBeLessThanOrEqual(5 * MINUTE);
    expect(data["confidence"]).toBeGreaterThanOrEqual(0.8);
    expect(occurredAt - eight).toBeLessThanOrEqual(70 * MINUTE);
    const next = await engine.db
      .prepare("SELECT expected_at AS at, expected_confidence AS sure FROM targets WHERE id = 'tgt_away'")
      .first<{ at: number; sure: number }>();
    expect(Math.abs(next!.at - eight - WEEK)).toBeLessThanOrEqual(5 * MINUTE);
    // After one miss it is no longer certain enough for another.
    expect(next!.sure).toBeLessThan(0.8);
    await evening(USUALLY_WEEKS + 1);
    expect((await missed()).filter(({ targetId }) => targetId === "tgt_away")).toHaveLength(1);
  });

  /** How the creator is watched; spans are minutes from the expected start. */
  interface Watching {
    intervalSeconds: number;
    paused?: [number, number];
    unknown?: [number, number];
    /** Batches that were sent out and never finished. */
    lost?: [number, number];
    /** Ticks that did not run. */
    silent?: [number, number];
    noShows: number;
  }

  test.each<[string, Watching]>([
    ["polled each minute", { intervalSeconds: 60, noShows: 1 }],
    ["polled every quarter of an hour", { intervalSeconds: 900, noShows: 1 }],
    ["polled every 20 minutes", { intervalSeconds: 1200, noShows: 0 }],
    ["paused through it", { intervalSeconds: 60, paused: [-50, 55], noShows: 0 }],
    ["paused until after it", { intervalSeconds: 60, paused: [-200, 65], noShows: 0 }],
    ["paused for 20 minutes of it", { intervalSeconds: 60, paused: [10, 30], noShows: 0 }],
    ["paused until before it", { intervalSeconds: 60, paused: [-200, -60], noShows: 1 }],
    ["without a verdict for a while", { intervalSeconds: 60, unknown: [0, 6], noShows: 0 }],
    ["whose batches were lost for a while", { intervalSeconds: 60, lost: [0, 20], noShows: 0 }],
    ["without ticks for a while", { intervalSeconds: 60, silent: [0, 20], noShows: 0 }],
    ["without a tick or two", { intervalSeconds: 60, silent: [0, 2], noShows: 1 }],
  ])("a no-show requires polls through the slot at most 15 minutes apart: one %s", async (_name, watching) => {
    const eight = MONDAY + DAY + 1200 * MINUTE;
    let minute = -240;
    const within = (span: [number, number] | undefined) => span !== undefined && minute >= span[0] && minute < span[1];
    const read: Read = async ({ operation: name }) =>
      ok({
        body: { code: 0, data: { data: [{ alive: within(watching.unknown) ? "?" : false, room_id: 7100 }] } },
        operation: plainOperation(name),
        facts: {},
      });
    const one = { id: "tgt_a", kind: "live", params: { userId: "7000" }, intervalSeconds: watching.intervalSeconds };
    const engine = await storeEngine([one], { perMinute: 100, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 });
    const expecting = engine.db.prepare("UPDATE targets SET expected_at = ?1, expected_confidence = 0.9").bind(eight);
    let paused = false;
    for (; minute <= 150; minute++) {
      if (within(watching.paused) !== paused) {
        paused = !paused;
        await engine.enable("tgt_a", !paused);
      }
      if (minute === -230) await expecting.run();
      if (within(watching.silent)) continue;
      const now = eight + minute * MINUTE;
      if (within(watching.lost)) await engine.claim(now);
      else await engine.tick(now, read);
    }
    const missed = (await engine.events()).filter(({ type }) => type === "live.no_show");
    expect(missed).toHaveLength(watching.noShows);
    const after = await engine.db.prepare("SELECT expected_at FROM targets").first("expected_at");
    // In any case the slot is over.
    expect(after).toBeNull();
  });
});
