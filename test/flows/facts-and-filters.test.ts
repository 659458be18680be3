import { describe, expect, test } from "vitest";
import { settingsFrom } from "../../sim/settings.ts";
import { createSimulator } from "../../sim/simulator.ts";
import { fakeTime, platform, watch, type Platform, listen } from "../support/platform.ts";

describe("facts and filters", () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 0, 5, 12);

  fakeTime(START);

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
});

describe("facts around starts", () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 0, 5, 12);
  const SIMULATOR = "http://127.0.0.1:8788";

  fakeTime(START);

  interface World extends Platform {
    /** The operations called, in order. */
    asked: () => string[];
    sim: (control: string, body: object) => Promise<void>;
    /** A number of ticks, a minute apart. */
    minutes: (count: number) => Promise<void>;
    latest: (type: string) => Promise<any>;
  }

  /** Tallylight with the simulator, its creators offline. */
  async function world(userIds: string[], variables: Record<string, string> = {}, more: object = {}): Promise<World> {
    const account = { UPSTREAM_BASE_URL: SIMULATOR, UPSTREAM_USERNAME: "demo", UPSTREAM_PASSWORD: "demo" };
    const cloud = await platform({ ...account, ALLOW_LOCAL_WEBHOOKS: "true", ...variables });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const simulator = createSimulator({ now: Date.now, sleep, settings: settingsFrom({}) });
    const headers = { authorization: `Basic ${btoa("demo:demo")}` };
    cloud.outside = async (url) => {
      const answer = await simulator.fetch(new Request(url, { headers }));
      return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) };
    };
    const sim: World["sim"] = async (control, body) => {
      const request = new Request(`${SIMULATOR}/_sim/${control}`, { method: "POST", body: JSON.stringify(body) });
      expect((await simulator.fetch(request)).status).toBe(200);
    };
    for (const userId of userIds) await sim("live", { userId, on: false });
    await watch(cloud, userIds, more);
    let now = START;
    const minutes = async (count: number) => {
      for (let n = 0; n < count; n++) expect(await cloud.tick((now += MINUTE))).toBe(true);
    };
    await minutes(1);
    return Object.assign(cloud, {
      sim,
      minutes,
      asked: () => cloud.calls.flatMap((url) => /\/api\/v1\/\/(\w+\/\w+)\?/.exec(url)?.[1]?.replace("/", ".") ?? []),
      latest: async (type: string) => (await cloud.api("GET", `/v1/events?type=${type}`)).body.items[0],
    });
  }

  const rest = (requested: string[]) => requested.filter((operation) => operation !== "live.check");
  const targetOf = async (cloud: World) => (await cloud.api("GET", "/v1/targets")).body.items[0];

  test("a start has the service's facts, which are read again every ten minutes, and the end has the peak viewers", async () => {
    const cloud = await world(["7012"], {}, { settings: { graceSeconds: 0, confirmOff: 1 } });
    const reported = await listen(cloud);
    await cloud.sim("live", { userId: "7012", on: true });
    await cloud.minutes(1);
    const started = await cloud.latest("live.started");
    const { roomId, info } = started.data;
    expect(info).toEqual({
      title: expect.stringMatching(/\w/),
      viewers: expect.any(Number),
      cover: `${SIMULATOR}/pictures/cover/${roomId}.png`,
      name: "Maria",
      handle: "maria",
      avatar: `${SIMULATOR}/pictures/avatar/7012.png`,
    });
    const [embed] = JSON.parse(reported[0]!).embeds;
    expect(embed).toMatchObject({ image: { url: info.cover }, thumbnail: { url: info.avatar } });
    expect(embed.description).toContain(info.title.slice(0, 8));
    expect(embed.description).toContain(" viewers");
    expect(JSON.stringify(embed)).toContain("https://www.tiktok.com/@maria/live");

    await cloud.minutes(9);
    expect(rest(cloud.asked())).toEqual(["live.info", "user.info"]);
    await cloud.minutes(11);
    expect(rest(cloud.asked())).toEqual(Array.from({ length: 3 }, () => ["live.info", "user.info"]).flat());
    const { id, snapshot } = await targetOf(cloud);
    const samples = (await cloud.api("GET", `/v1/targets/${id}/samples?series=viewers`)).body.items;
    const viewers = samples.map(({ values }: any) => values.viewers).toReversed();
    expect(viewers).toHaveLength(3);
    // The viewers and the day's airtime, page by page.
    const pages: object[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const path: string = `/v1/targets/${id}/samples?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body } = await cloud.api("GET", path);
      pages.push(...body.items);
      cursor = body.nextCursor;
    }
    expect(pages).toEqual([
      ...samples,
      {
        at: "2026-01-05T00:00:00.000Z",
        names: { airtimeSeconds: "user 7012" },
        values: { airtimeSeconds: expect.any(Number) },
      },
    ]);
    expect(viewers[0]).toBe(info.viewers);
    const peakViewers = Math.max(...viewers);
    expect(snapshot).toMatchObject({ info: { title: info.title }, viewers: expect.any(Number), peakViewers });

    await cloud.sim("live", { userId: "7012", on: false });
    await cloud.minutes(1);
    expect((await cloud.latest("live.ended")).data).toMatchObject({ info: { title: info.title }, peakViewers });
    expect(reported.at(-1)).toMatch(/Streamed for 21 min · peak [\d.,]+K? viewers/);
  });

  test("a changed handle is reported once, and links use it from then on", async () => {
    const cloud = await world(
      ["7012"],
      {},
      { params: { userId: "7012", handle: "maria" }, settings: { infoSeconds: 60 } },
    );
    const reported = await listen(cloud, ["target.renamed", "live.started"]);
    await cloud.sim("live", { userId: "7012", on: true });
    await cloud.minutes(2);
    await cloud.sim("rename", { userId: "7012", handle: "Maria.Live" });
    await cloud.minutes(3);
    const { body } = await cloud.api("GET", "/v1/events?type=target.renamed");
    expect(body.items).toMatchObject([{ data: { before: "maria", after: "maria.live" } }]);
    expect(reported.filter((text) => text.includes("is now @maria.live"))).toHaveLength(1);
    await cloud.sim("live", { userId: "7012", on: false });
    await cloud.minutes(6);
    // Nothing is known about the next start except the new handle.
    await cloud.sim("faults", { operation: "live.info", mode: "status", status: 500 });
    await cloud.sim("faults", { operation: "user.info", mode: "status", status: 500 });
    await cloud.sim("live", { userId: "7012", on: true });
    await cloud.minutes(1);
    expect((await cloud.latest("live.started")).data.info).toEqual({ handle: "maria.live" });
    expect(reported.at(-1)).toContain("https://www.tiktok.com/@maria.live/live");
  });

  test.each(["garbage", "empty", "status", "drift"])("%s: the start is told, and the target is well", async (mode) => {
    const cloud = await world(["7012"]);
    const reported = await listen(cloud);
    for (const operation of ["live.info", "user.info"]) await cloud.sim("faults", { operation, mode });
    await cloud.sim("live", { userId: "7012", on: true });
    await cloud.minutes(13);
    expect((await cloud.api("GET", "/v1/events?type=live.started")).body.items).toHaveLength(1);
    const { info } = (await cloud.latest("live.started")).data;
    if (mode === "drift") expect(info).not.toHaveProperty("viewers");
    else expect(info).toBeNull();
    expect((await targetOf(cloud)).status).toMatchObject({ verdict: "on", consecutiveFaults: 0, fault: null });
    expect((await cloud.api("GET", "/v1/status")).body).toMatchObject({ upstream: { status: "ok" }, reasons: [] });
    expect(reported).toHaveLength(1);
    expect(rest(cloud.asked())).toHaveLength(4);
  });

  test("a 429 to an optional operation pauses only that operation, and the start is sent", async () => {
    const cloud = await world(["7012", "7001"]);
    await cloud.sim("faults", { operation: "live.info", mode: "status", status: 429, retryAfter: 150 });
    await cloud.sim("live", { userId: "7012", on: true });
    await cloud.minutes(1);
    expect((await cloud.latest("live.started")).data.info).toMatchObject({ name: "Maria" });
    expect(rest(cloud.asked())).toEqual(["live.info", "user.info"]);
    expect((await cloud.api("GET", "/v1/status")).body.upstream.status).toBe("ok");
    const calls = cloud.asked().length;
    await cloud.minutes(2);
    expect(cloud.asked().slice(calls)).toEqual(Array.from({ length: 4 }, () => "live.check"));
  });

  test("an operation that is not configured is not called, and `infoSeconds` 0 stops calls after the start", async () => {
    const without = await world(["7012"], { UPSTREAM_OPERATIONS: '{"live.info": null, "user.info": null}' });
    await without.sim("live", { userId: "7012", on: true });
    await without.minutes(12);
    expect(rest(without.asked())).toEqual([]);
    expect((await without.latest("live.started")).data.info).toBeNull();
    const once = await world(["7012"], {}, { settings: { infoSeconds: 0 } });
    await once.sim("live", { userId: "7012", on: true });
    await once.minutes(25);
    expect(rest(once.asked())).toEqual(["live.info", "user.info"]);
  });

  test.each([
    [600, ["live.info", "user.info"]],
    [0, []],
  ])(
    "who was live before watching began has details from the second poll on (`infoSeconds` %i)",
    async (infoSeconds, details) => {
      const cloud = await world(["7012"]);
      await cloud.sim("live", { userId: "7055", on: true });
      const body = { kind: "live", name: "Zoe", params: { userId: "7055" }, settings: { infoSeconds } };
      const { id } = (await cloud.api("POST", "/v1/targets", body)).body;
      await cloud.minutes(1);
      expect(rest(cloud.asked())).toEqual([]);
      await cloud.minutes(1);
      expect(rest(cloud.asked())).toEqual(details);
      const { snapshot } = (await cloud.api("GET", `/v1/targets/${id}`)).body;
      expect(typeof snapshot.info?.title).toBe(infoSeconds === 0 ? "undefined" : "string");
      await cloud.minutes(7);
      expect(rest(cloud.asked())).toEqual(details);
      expect((await cloud.api("GET", "/v1/events?type=live.started")).body.items).toEqual([]);
    },
  );

  test("with a budget of one, polls continue and the start is sent without facts", async () => {
    const cloud = await world(["7012"], { UPSTREAM_POLLS_PER_MINUTE: "1" });
    await cloud.sim("live", { userId: "7012", on: true });
    await cloud.minutes(3);
    expect((await cloud.latest("live.started")).data.info).toBeNull();
    expect(cloud.asked()).toEqual(Array.from({ length: 4 }, () => "live.check"));
  });

  test("if polls take the whole budget, a little is reserved for starts, and the budget holds", async () => {
    const userIds = Array.from({ length: 30 }, (_, n) => String(5000 + n));
    const cloud = await world(userIds, { UPSTREAM_POLLS_PER_MINUTE: "10" });
    for (let minute = 1; minute <= 24; minute++) {
      if (minute === 9) for (const userId of userIds.slice(0, 3)) await cloud.sim("live", { userId, on: true });
      await cloud.minutes(1);
      expect(cloud.asked().length).toBeLessThanOrEqual(10 + 10 * minute);
    }
    const { items } = (await cloud.api("GET", "/v1/events?type=live.started")).body;
    expect(items).toHaveLength(3);
    expect(items.some(({ data }: any) => data.info?.title !== undefined)).toBe(true);
    expect(cloud.asked().length).toBeGreaterThanOrEqual(9 * 25);
  });
});
