import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { staysHere } from "../support/quiet-fetch.ts";
import { basesAt, exampleOf } from "../support/channel-kinds.ts";
import { servedInbox } from "../support/served-inbox.ts";
import type { TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("email channels", () => {
  let inbox: TestServer;
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    inbox = await servedInbox();
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(async () => {
    await api.stop();
    await inbox.close();
  });

  const token = "Qw3rTy8uIoP0aSdF";
  const settingsAt = (service: string) => ({
    service: "json",
    url: `${inbox.url}/inbox/email/${service}`,
    token,
    from: "Tallylight <alerts@example.com>",
    to: "maria@example.com, team@example.com",
  });
  const added = (settings: object) => api.call("POST", "/v1/channels", { kind: "email", name: "Team", settings });
  const arrived = async () =>
    ((await (await fetch(`${inbox.url}/inbox.json`)).json()) as Record<string, any>[]).at(-1)!;
  const patched = (id: string, settings: object) => api.call("PATCH", `/v1/channels/${id}`, { settings });

  test("a test email arrives, and the key is shown nowhere", async () => {
    const { status, body } = await added(settingsAt("json"));
    expect(status).toBe(201);
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.body).toMatchObject({ ok: true, outcome: "sent" });
    const entry = await arrived();
    expect(entry).toMatchObject({ channelKind: "email", text: expect.stringContaining("Team") });
    expect(entry["body"]).toMatchObject({ to: ["maria@example.com", "team@example.com"] });
    const displayed = JSON.stringify([
      (await api.call("GET", `/v1/channels/${body.id}`)).body,
      await me.open("/channels"),
    ]);
    expect(displayed).not.toContain(token);
  });

  test("somebody is removed from the recipients on the page, and the key stays", async () => {
    const { body } = await added(settingsAt("json"));
    const page = (await me.open("/channels")).text;
    expect(page).toContain("maria@example.com, team@example.com");
    const revision = /name="revision" value="(\d+)"/.exec(page)![1]!;
    const saved = await me.send(`/channels/${body.id}`, [
      ["revision", revision],
      ["/name", "Team"],
      ["with-settings", "1"],
      ["/settings/from", "Tallylight <alerts@example.com>"],
      ["/settings/to", "team@example.com"],
      ["/settings/url", ""],
    ]);
    expect(saved.status).toBe(303);
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.body).toMatchObject({ ok: true, outcome: "sent" });
    expect((await arrived())["body"]).toMatchObject({ to: ["team@example.com"] });
    const news = (await api.call("GET", "/v1/events?type=channel.changed")).body.items;
    expect(news).toHaveLength(1);
  });

  test("saving a channel on the page keeps the server that it has", async () => {
    const settings = { topic: "mine", url: `${inbox.url}/inbox/ntfy` };
    const { body } = await api.call("POST", "/v1/channels", { kind: "ntfy", name: "Phone", settings });
    const { text } = await me.open("/channels");
    expect(
      text
        .split(`action="/channels/${body.id}"`)[1]!
        .split("</form>")[0]!
        .match(/name="\/settings\/url"/g),
    ).toHaveLength(1);
    const fields: [string, string][] = [
      ["revision", /name="revision" value="(\d+)"/.exec(text)![1]!],
      ["/name", "Other"],
      ["with-settings", "1"],
      ["/settings/url", ""],
      ["/settings/priority", "high"],
    ];
    expect((await me.send(`/channels/${body.id}`, fields)).status).toBe(303);
    expect((await api.call("POST", `/v1/channels/${body.id}/test`)).body).toMatchObject({ ok: true });
    expect(await arrived()).toMatchObject({ channelKind: "ntfy", body: { priority: 4 } });
  });

  test("another service or address does not get the key, unless it comes with it", async () => {
    const { body } = await added(settingsAt("json"));
    expect((await patched(body.id, { to: "team@example.com" })).body.settings).toMatchObject({ token: "…" });
    const moved = await patched(body.id, { url: `${inbox.url}/inbox/email/resend` });
    expect(moved.body.settings).not.toHaveProperty("token");
    expect((await api.call("POST", `/v1/channels/${body.id}/test`)).body).toMatchObject({ ok: false, status: 401 });
    const provided = await patched(body.id, { url: `${inbox.url}/inbox/email/json`, token });
    expect(provided.body.settings).toMatchObject({ token: "…" });
  });

  test("the demo's service refuses what services refuse", async () => {
    const sent = async (body: unknown, service = "json", headers: Record<string, string> = {}) => {
      const init = { method: "POST", headers: { authorization: "Bearer x", ...headers }, body: JSON.stringify(body) };
      return (await fetch(`${inbox.url}/inbox/email/${service}`, init)).status;
    };
    const mail = { from: "a@example.com", to: ["b@example.com"], subject: "x", text: "y" };
    expect(await sent(mail)).toBe(200);
    for (const invalid of [
      { ...mail, from: "a" },
      { ...mail, to: [] },
      { ...mail, to: ["b"] },
      { ...mail, to: Array.from({ length: 51 }, (_, n) => `b${n}@example.com`) },
      { ...mail, to: ["b@example.com", "B@example.com"] },
      { ...mail, subject: "" },
      { ...mail, subject: "x\r\nBcc: c@example.com" },
      { ...mail, text: "" },
      { ...mail, headers: { "X-A": "b\r\nc: d" } },
      { ...mail, cc: ["c@example.com"] },
    ])
      expect([invalid, await sent(invalid)]).toEqual([invalid, 422]);
    expect(await sent({ ...mail, text: "x".repeat(10_000_000) })).toBe(413);
    expect(await sent("x")).toBe(400);
    expect(await sent(mail, "postmark")).toBe(401);
    expect(await sent(mail, "fax")).toBe(404);
  });
});

describe("bot channels", () => {
  staysHere();
  let inbox: TestServer;
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    inbox = await servedInbox();
    const bases = basesAt(inbox.url);
    const variables = Object.values(channelKinds).flatMap(({ kind, base }) =>
      base === undefined ? [] : [[base.variable, bases[kind]!]],
    );
    api = await runSqliteApi(Object.fromEntries(variables) as Record<string, string>);
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(async () => {
    await api.stop();
    await inbox.close();
  });

  const channels = async () => (await api.call("GET", "/v1/channels")).body.items;
  const audit = async () => JSON.stringify((await api.call("GET", "/v1/audit")).body.items);
  /** A setting as people type it: a line for each entry of an object. */
  const typed = (value: string | Record<string, string>): string =>
    typeof value === "string"
      ? value
      : Object.entries(value)
          .map(([name, one]) => `${name}: ${one}`)
          .join("\n");
  const sealedIn = (text: string): string => /name="sealed" value="([^"]+)"/.exec(text)![1]!;

  test.each(Object.keys(channelKinds))("%s is added by filling in its settings", async (kind) => {
    expect((await me.open("/channels")).text).toContain(`href="/channels?add=${kind}#add"`);
    const form = (await me.open(`/channels?add=${kind}`)).text;
    expect(form).toContain(`action="/channels/of/${kind}"`);
    expect(form).not.toMatch(/Write-only|Default: |Whether /);
    // Only what is needed stands before what is folded.
    const asked =
      /<form[^>]*action="\/channels\/of[^]*?<details open|<form[^>]*action="\/channels\/of[^]*?<summary>More/.exec(
        form,
      )![0];
    expect(asked.match(/name="\/settings\//g)!.length).toBeLessThanOrEqual(4);
    const { settings, secrets } = exampleOf(kind);
    const { labels } = channelKinds[kind]!.page;
    const fields = Object.entries(settings).filter(([name]) => name in labels);
    const { status, text } = await me.send(`/channels/of/${kind}`, [
      ...fields.map(([name, value]): [string, string] => [`/settings/${name}`, typed(value)]),
      ["/name", "Mine"],
      ["/language", "fr"],
    ]);
    expect(text).toContain("Mine added");
    // A test that did not arrive stands beside the new channel, which no other page would keep.
    expect(status).toBe(text.includes("but the test didn’t arrive") ? 200 : 303);
    expect(await channels()).toMatchObject([{ kind, name: "Mine", language: "fr" }]);
    for (const secret of secrets)
      for (const displayed of [text, await audit()]) expect(displayed).not.toContain(secret);
  });

  test("a secret that is made is shown once", async () => {
    const { status, text } = await me.send("/channels/of/webhook", [["/settings/url", "http://127.0.0.1:1/x"]]);
    expect(status).toBe(200);
    expect(text).toMatch(/Webhook added.*<code>whsec_[\w+/=]{40,}<\/code>/s);
    expect((await me.open("/channels")).text).not.toMatch(/whsec_\w/);
  });

  describe.each([
    ["slack-bot", "xoxb-1-aSecretOfSlack", "channel", "C0DEMO1", "#live-alerts", "#random"],
    ["discord-bot", "aSecret.Of.Discord", "channelId", "1000000000000000002", "#live-alerts", "#staff"],
    ["telegram", "100000000:aSecretOfTelegram-1234", "chatId", "-1001000000001", "Live alerts", "Old group"],
  ])("%s", (kind, token, setting, id, name, closed) => {
    const choose = (provided: string) =>
      me.send(`/channels/of/${kind}/choose`, [
        ["/settings/token", provided],
        ["/name", "Mine"],
      ]);

    test("a channel is chosen from those that the bot can post to, and the token stands nowhere", async () => {
      const listed = await choose(token);
      expect(listed.status).toBe(200);
      expect(listed.text).toContain(`<option value="${id}">${name}</option>`);
      expect(listed.text).not.toContain(closed);
      expect(listed.text).not.toContain(token);
      expect(await channels()).toEqual([]);
      const added = await me.send(`/channels/of/${kind}`, [
        ["sealed", sealedIn(listed.text)],
        [`/settings/${setting}`, id],
        ["/name", "Mine"],
      ]);
      expect([added.status, added.text]).toEqual([303, expect.stringContaining("Mine added")]);
      const [created] = await channels();
      expect(created).toMatchObject({ kind, name: "Mine", settings: { [setting]: id } });
      for (const text of [added.text, await audit()]) expect(text).not.toMatch(/aSecret/);
      const tested = await api.call("POST", `/v1/channels/${created.id}/test`);
      expect(tested.body).toMatchObject({ ok: true });
    });

    test("an id may be typed in the place of a choice", async () => {
      const { text } = await choose(token);
      await me.send(`/channels/of/${kind}`, [
        ["sealed", sealedIn(text)],
        [`/settings/${setting}`, id],
        ["own", "123456"],
      ]);
      expect(await channels()).toMatchObject([{ settings: { [setting]: "123456" } }]);
    });

    test("without a token, or with one that is none, what is wrong stands at its field", async () => {
      for (const invalid of ["", "two words", "a\nb"]) {
        const { status, text } = await choose(invalid);
        expect([status, text]).toEqual([422, expect.stringContaining("Must be the token alone")]);
      }
    });

    test("what was sealed is of this session, this kind and for half an hour", async () => {
      const sealed = sealedIn((await choose(token)).text);
      const other = await context(api);
      const kinds = ["slack-bot", "discord-bot"];
      const elsewhere = kinds.find((one) => one !== kind)!;
      const provided: [string, string][] = [
        ["sealed", sealed],
        [`/settings/${setting}`, id],
      ];
      expect((await other.send(`/channels/of/${kind}`, provided)).status).toBe(422);
      expect((await me.send(`/channels/of/${elsewhere}`, provided)).status).toBe(422);
      expect((await me.send(`/channels/of/${kind}`, [["sealed", "nonsense"]])).status).toBe(422);
      expect(await channels()).toEqual([]);
    });
  });

  test.each([
    ["slack-bot", "xoxb-unscoped-1", "channels:read"],
    ["slack-bot", "aTokenOfNobody", "Slack doesn&#39;t recognize this token"],
  ])("%s with %s: where listing is refused, the reason is said and an id is enough", async (kind, token, words) => {
    const { status, text } = await me.send(`/channels/of/${kind}/choose`, [["/settings/token", token]]);
    expect([status, text]).toEqual([200, expect.stringContaining(words)]);
    expect(text).not.toContain(token);
    await me.send(`/channels/of/${kind}`, [
      ["sealed", sealedIn(text)],
      ["own", "-100123"],
    ]);
    const [created] = await channels();
    expect([created.kind, Object.values(created.settings)]).toEqual([kind, expect.arrayContaining(["-100123"])]);
  });

  test.each([
    [401, "Telegram does not know this token"],
    [404, "Telegram does not know this token"],
    [409, "Another program already reads what this bot is sent"],
    [500, "Telegram did not list the chats"],
  ])("Telegram lists no chats (%s): the page says why, and an id is enough", async (status, words) => {
    const fault = { operation: "inbox.telegram", mode: "status", status, times: 1 };
    await fetch(`${inbox.url}/_sim/faults`, { method: "POST", body: JSON.stringify(fault) });
    const { text } = await me.send("/channels/of/telegram/choose", [
      ["/settings/token", "100000000:aSecretOfTelegram-1234"],
    ]);
    expect(text).toContain(words);
    expect(text).toContain('name="own"');
    expect(text.includes("does not know this token")).toBe(status === 401 || status === 404);
  });

  test.each(["inbox.slack", "inbox.discord"])("%s fails: the page says so, and an id is enough", async (operation) => {
    const kind = operation === "inbox.slack" ? "slack-bot" : "discord-bot";
    const fault = { operation, mode: "status", status: 429, retryAfter: 7, times: 1 };
    await fetch(`${inbox.url}/_sim/faults`, { method: "POST", body: JSON.stringify(fault) });
    const { status, text } = await me.send(`/channels/of/${kind}/choose`, [["/settings/token", "xoxb-1"]]);
    expect([status, text]).toEqual([200, expect.stringContaining("asked to slow down (429)")]);
    expect(text).toContain('name="own"');
  });

  test("no other kind has channels to list, and no kind of another name is there", async () => {
    for (const path of ["/channels/of/webhook/choose", "/channels/of/pigeon", "/channels/of/constructor"])
      expect((await me.send(path, [["/settings/token", "x"]])).status).toBe(404);
  });
});
