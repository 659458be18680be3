import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serve } from "../support/http-server.ts";
import { watchedUntil } from "../support/watched-now.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const HOSTILE = `<img src=x onerror=alert(1)>`;
const DISCORD = "https://discord.com/api/webhooks/123456789012345678/aSecretThatIsNeverShown";

const only = async (what: string) => (await api.call("GET", `/v1/${what}`)).body.items[0];
const created = async (what: string, body: object): Promise<string> =>
  (await api.call("POST", `/v1/${what}`, body)).body.id;
const channel = (name = HOSTILE) => created("channels", { kind: "discord", name, settings: { url: DISCORD } });

const fields = (id: string, ...more: [string, string][]): [string, string][] => [
  ["/channelId", id],
  ["/onEnd", "edit"],
  ["/quietHours/timezone", "Europe/Berlin"],
  ["/group", "true"],
  ...more,
];

describe("an alert", () => {
  test("says its last message where not all of a day were read, and counts what was sent where they were", async () => {
    await watchedUntil(api.db, Date.now(), { targets: 3, events: 100, onAir: 0, failing: 0, names: ["Maria"] });
    await created("subscriptions", { name: "Ends", events: ["live.ended"], channelId: "ch_lost" });
    // What was sent before it was made is not its own.
    expect((await me.open("/alerts")).text).toMatch(/No message yet/);
    await api.db.prepare("UPDATE subscriptions SET created_at = 0").run();
    expect((await me.open("/alerts")).text).toMatch(/Last message <time/);
    await api.db.prepare("DELETE FROM deliveries WHERE seq > 40").run();
    await api.db.prepare("UPDATE deliveries SET status = 'dead' WHERE seq > 7").run();
    expect((await me.open("/alerts")).text).toContain("7 messages in 24 h");
  });

  test("offers a pattern that repeats other choices only if it has it", async () => {
    const id = await channel();
    const alert = await created("subscriptions", { name: "All", events: ["live.*"], channelId: id });
    const offered = async (path: string) => /value="live\.\*"( checked)?/.exec((await me.open(path)).text)?.[0];
    expect(await offered("/alerts/new")).toBeUndefined();
    expect(await offered(`/alerts/${alert}`)).toContain("checked");
  });

  test("asks whom, what and where, and shows at once only the events of what is chosen", async () => {
    const id = await channel();
    const target = await created("targets", {
      kind: "hashtag",
      name: "#cats",
      params: { keyword: "cats", region: "US" },
    });
    const { text } = await me.open("/alerts/new");
    const places = ['name="/watchlistId"', 'name="events"', 'name="/channelId"', 'name="/mention"', 'name="/name"'];
    expect(places.map((one) => text.indexOf(one)).toSorted((one, other) => one - other)).toEqual(
      places.map((one) => text.indexOf(one)),
    );
    const inSight = (html: string) =>
      [...html.split("<summary>")[0]!.matchAll(/name="events" value="([^"]+)"( checked)?/g)].map(([, type, on]) => [
        type,
        on !== undefined,
      ]);
    expect(inSight(text)).toEqual([
      ["live.started", true],
      ["live.ended", true],
      ["live.no_show", false],
      ["live.title_changed", false],
    ]);
    const hashtag = await me.open(`/alerts/new?target=${target}`);
    expect(inSight(hashtag.text)).toEqual([
      ["hashtag.appeared", false],
      ["hashtag.gone", false],
      ["hashtag.surged", false],
      ["hashtag.*", true],
    ]);
    expect(hashtag.text).toContain("<legend>When a hashtag</legend>");
    // What is chosen elsewhere is opened, whatever it is.
    const alert = await created("subscriptions", { name: "One", events: ["ranking.left", "item.*"], channelId: id });
    const opened = (await me.open(`/alerts/${alert}`)).text.match(/<details open="">/g);
    expect(opened).toHaveLength(3);
  });

  test("is added as its form says it, said back as a sentence, and everything of it can be undone", async () => {
    expect((await me.open("/alerts/new")).text).toContain("Add a channel first");
    const id = await channel();
    expect((await me.open("/alerts/new")).text).toContain("<small>The message turns gray");
    await created("targets", { kind: "live", name: "Maria", params: { userId: "7012", handle: "maria" } });
    await created("targets", { kind: "live", name: "Mariana", params: { userId: "7013" } });
    await created("targets", { kind: "hashtag", name: "#cats", params: { keyword: "cats", region: "US" } });
    const add = (...more: [string, string][]) => me.send("/alerts", fields(id, ["events", "live.started"], ...more));
    const { status, text } = await add(
      ["events", "live.ended"],
      ["/targetId", "@maria"],
      ["/mention", "<@&123> @here 123456789012345678"],
      ["/filters/0/what", "viewers-least"],
      ["/filters/0/value", "1000"],
      ["/filters/1/what", ""],
      ["/template/live.started", "{{name}} is on: {{info.title}}"],
      ["/quietHours/from", "23:00"],
      ["/quietHours/to", "07:00"],
      ["/quietHours/action", "hold"],
      ["/cooldownSeconds", "900"],
    );
    expect(status).toBe(303);
    expect(text).toContain("When <bdi>Maria goes live or ends a stream</bdi>");
    expect(text).toContain("only if viewers are at least 1000");
    expect(text).not.toContain("<img");
    expect(await only("subscriptions")).toMatchObject({
      name: "Maria",
      mention: ["role:123", "@here", "role:123456789012345678"],
      filters: [{ field: "data.info.viewers", op: "gte", value: 1000 }],
      template: { "live.started": "{{name}} is on: {{info.title}}" },
      quietHours: { from: "23:00", to: "07:00", timezone: "Europe/Berlin", action: "hold" },
      cooldownSeconds: 900,
      group: true,
    });
    expect((await add(["/targetId", "mari"])).text).toContain("Several match.");
    expect((await add(["/targetId", "nobody"])).text).toContain("Nothing with this name");
    expect((await me.send("/alerts", fields(id, ["events", "hashtag.*"], ["/targetId", "#cats"]))).text).toContain(
      "anything in #cats changes",
    );
    // Where a creator and a ranking have one name, the events decide which of them is meant.
    const ranking = await api.call("POST", "/v1/targets", {
      kind: "ranking",
      name: "Maria",
      params: { userId: "7099", roomId: "1" },
    });
    expect(ranking.status).toBe(201);
    const one = async (event: string) =>
      (await me.send("/alerts", fields(id, ["events", event], ["/targetId", "maria"]))).text;
    expect(await one("live.started")).not.toContain("Several match.");
    expect(await one("ranking.*")).not.toContain("Several match.");
    expect(await one("*")).toContain("Several match.");
    // The refused form lists them as choices, and takes the chosen one; "Run the test" says whom it counts.
    const both = [["events", "*"] as [string, string], ["/targetId", "maria"] as [string, string]];
    const refused = (await me.send("/alerts", fields(id, ...both))).text;
    expect(refused.replaceAll(/<[^>]*>/g, "")).toMatch(/Which one\?.*Maria.*@maria.*Maria.*Ranking/s);
    expect((await me.send("/alerts/backtest", fields(id, ...both))).status).toBe(422);
    const chosen: [string, string] = ["chosen", ranking.body.id];
    const counted = (await me.send("/alerts/backtest", fields(id, ...both, chosen))).text;
    expect(counted.replaceAll(/<[^>]*>/g, "")).toContain("Maria: 0 messages.");
    await me.send("/alerts", fields(id, ...both, chosen));
    const last = (await api.call("GET", "/v1/subscriptions")).body.items.at(-1);
    expect(last.targetId).toBe(ranking.body.id);
    for (const { id: extra } of (await api.call("GET", "/v1/subscriptions")).body.items.slice(2))
      await api.call("DELETE", `/v1/subscriptions/${extra}`);
    const { id: alert } = await only("subscriptions");
    const deleted = await me.send(`/alerts/${alert}/delete`, []);
    expect((await me.undo(deleted.text)).text).toContain("Alert restored");
    expect((await api.call("GET", "/v1/subscriptions")).body.items).toHaveLength(2);
  });

  test("keeps what is wrong, says where, and changes nothing by its preview, which leaves no entry in the log", async () => {
    const id = await channel("#live");
    const invalid: [string, string][] = [
      ["/mention", "everybody!"],
      ["events", "live.started"],
      ["/template/live.started", "{{nome}}"],
      ["/quietHours/from", "23:00"],
    ];
    const { status, text } = await me.send("/alerts", fields(id, ...invalid));
    expect(status).toBe(422);
    expect(text).toContain('value="everybody!"');
    expect(text).toContain("did you mean {{name}}?");
    expect(text).toContain("Must be HH:MM");
    const before = (await api.call("GET", "/v1/audit")).body.items.length;
    const displayed = await me.send(
      "/alerts/preview",
      fields(id, ["events", "live.started"], ["/mention", "@here"], ["/template/live.started", `${HOSTILE} {{name}}`]),
    );
    expect(displayed.status).toBe(200);
    expect(displayed.text).toContain('<span class="ping"><bdi>@here</bdi></span>');
    expect(displayed.text).toContain("&lt;img src=x");
    expect(displayed.text).not.toMatch(/<img|aSecret/);
    expect(displayed.text).toContain("Push notification preview");
    // Of chats, only the channel's own is drawn.
    expect(displayed.text.match(/class="(disc|slk)"/g)).toEqual(['class="disc"']);
    expect((await api.call("GET", "/v1/audit")).body.items).toHaveLength(before);
    expect((await api.call("GET", "/v1/subscriptions")).body.items).toEqual([]);
  });

  test("that others changed meanwhile is chosen from, field by field", async () => {
    const [id, one] = [await channel("#live"), "One"];
    const alert = await created("subscriptions", { name: one, events: ["live.*"], channelId: id, mention: "@here" });
    const filled = fields(id, ["events", "live.*"], ["/name", "Mine"], ["/mention", "@everyone"], ["revision", "0"]);
    await api.call("PATCH", `/v1/subscriptions/${alert}`, { name: "Theirs", mention: "role:12", cooldownSeconds: 60 });
    const late = await me.send(`/alerts/${alert}`, filled);
    expect(late.status).toBe(412);
    for (const words of [
      "in another tab or on another device",
      "while you were editing",
      "3 fields differ",
      "role:12",
      "Theirs",
      "at most once in 1 min",
    ])
      expect(late.text).toContain(words);
    expect(late.text).toContain('name="revision" value="1"');
    const again = filled.map(([name, value]): [string, string] => [name, name === "revision" ? "1" : value]);
    const saved = await me.send(`/alerts/${alert}`, [...again, ["choose/mention", "theirs"], ["choose/name", "mine"]]);
    expect(saved.status).toBe(303);
    expect(await only("subscriptions")).toMatchObject({ name: "Mine", mention: "role:12", cooldownSeconds: 0 });
    expect((await me.undo(saved.text)).text).toContain("Change undone");
    expect(await only("subscriptions")).toMatchObject({ name: "Theirs", mention: "role:12", cooldownSeconds: 60 });
  });

  test("keeps words that the form does not show only until they are emptied, and conditions that were made by the API", async () => {
    const id = await channel("#live");
    const odd = { field: "data.roomId", op: "in", value: ["1", "2"] };
    const template = { "live.started": "A", "live.ended": "B" };
    const alert = await created("subscriptions", {
      name: "One",
      events: ["live.*"],
      channelId: id,
      filters: [odd],
      template,
    });
    const { text } = await me.open(`/alerts/${alert}`);
    expect(text).toContain("data.roomId is one of");
    const form: [string, string][] = [
      ["events", "live.*"],
      ["/name", "One"],
      ["others", JSON.stringify(odd)],
      ["/template/live.started", "A"],
      ["/template/live.ended", ""],
      ["revision", "0"],
    ];
    await me.send(`/alerts/${alert}`, fields(id, ...form));
    expect(await only("subscriptions")).toMatchObject({ filters: [odd], template: { "live.started": "A" } });
    expect((await only("subscriptions")).template).not.toHaveProperty("live.ended");
  });
});

describe("trials of an alert", () => {
  test("show what really happened, count last week, and send a test that pings nobody", async () => {
    const now = Date.now();
    await watchedUntil(api.db, now, { targets: 3, events: 40, onAir: 0, failing: 0, names: ["Maria"] });
    const started = `json_object('roomId', '7', 'sessionId', 's', 'initial', json('false'), 'info', null)`;
    await api.db.prepare(`UPDATE events SET type = 'live.started', data = ${started} WHERE id = 'evt_39'`).run();
    const bodies: string[] = [];
    const server = await serve((_request, text, response) => {
      bodies.push(text);
      response.writeHead(200, { "content-type": "application/json" }).end('{"id":"7"}');
    });
    const url = `${server.url}/api/webhooks/1/x`;
    const id = await created("channels", { kind: "discord", name: "Ours", settings: { url } });
    const form = fields(
      id,
      ["events", "live.ended"],
      ["events", "live.started"],
      ["/onEnd", "post"],
      ["/mention", "@everyone"],
    );
    const displayed = await me.send("/alerts/preview", form);
    expect(displayed.text).toContain("Uses a real event");
    expect(displayed.text).toContain("Creator 0 is live");
    const counted = await me.send("/alerts/backtest", form);
    expect(counted.text).toMatch(/<b class="num">1<\/b> message\./);
    expect(counted.text).toContain("Messages per day:");
    // Each label stands below its own bar.
    expect(counted.text).toMatch(/<span class="at-x\d+ mid/);
    // Forty events are minutes, not a week, so nothing is divided by its days.
    expect(counted.text).toMatch(/The oldest event of the week is [\d hmins]+ old/);
    expect(counted.text).not.toContain("per day.");
    const tested = await me.send("/alerts/test", form);
    await server.close();
    expect(tested.text).toContain("A test message arrived in");
    expect(JSON.parse(bodies[0]!)).toMatchObject({
      content: "Creator 0 is live",
      allowed_mentions: { parse: [] },
    });
    const [entry] = (await api.call("GET", "/v1/audit")).body.items;
    expect(entry.operation).toBe("testChannel");
  });
});

describe("the list of alerts", () => {
  test("pauses, snoozes and ends a snooze, each with its Undo, and names those that another covers", async () => {
    const id = await channel("#live");
    const list = await created("watchlists", { name: HOSTILE });
    await created("subscriptions", { name: "All", events: ["*"], channelId: id });
    const alert = await created("subscriptions", {
      name: "Some",
      events: ["live.started", "live.ended"],
      channelId: id,
      watchlistId: list,
    });
    expect((await me.open("/alerts")).text).toContain("already covers all of this");
    const paused = await me.send(`/alerts/${alert}/pause`, []);
    expect(paused.text).toContain("1 paused");
    await me.undo(paused.text);
    const snoozed = await me.send(`/alerts/${alert}/snooze`, [["for", "hour"]]);
    expect(snoozed.text).toContain("Snoozed now");
    expect(await only("silences")).toMatchObject({ watchlistId: list, type: "live.*", targetId: null });
    const ended = await me.send(`/snoozes/${(await only("silences")).id}/end`, [["from", "/alerts"]]);
    expect(await only("silences")).toBeUndefined();
    expect((await me.undo(ended.text)).text).toContain("Snoozed again");
    expect(await only("silences")).toMatchObject({ watchlistId: list, type: "live.*" });
  });

  test("who may only look sees what an alert says and how it looks, and no button", async () => {
    const alert = await created("subscriptions", {
      name: "All",
      events: ["live.*"],
      channelId: await channel("#live"),
    });
    const reader = await context(
      api,
      (await api.call("POST", "/v1/tokens", { name: "r", scopes: ["read"] })).body.token,
    );
    for (const path of ["/alerts", `/alerts/${alert}`]) {
      const { status, text } = await reader.open(path);
      expect([status, text]).toEqual([200, expect.stringContaining("goes live or ends a stream")]);
      expect(text).not.toMatch(/method="post"|<button/);
    }
    expect((await reader.open("/alerts/new")).status).toBe(403);
  });
});
