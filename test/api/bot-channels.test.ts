import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { CHOSEN_KINDS } from "../../src/features/channels/page/settings-of.ts";
import { basesAt, exampleOf } from "../support/channel-kinds.ts";
import type { TestServer } from "../support/http-server.ts";
import { servedInbox } from "../support/served-inbox.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

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

test.each(CHOSEN_KINDS.map(({ kind }) => kind))("%s is added by filling in its settings", async (kind) => {
  expect((await me.open("/channels")).text).toContain(`action="/channels/of/${kind}"`);
  const { settings, secrets } = exampleOf(kind);
  const { labels } = channelKinds[kind]!;
  const fields = Object.entries(settings).filter(([name]) => name in labels);
  const { status, text } = await me.send(`/channels/of/${kind}`, [
    ...fields.map(([name, value]): [string, string] => [`/settings/${name}`, typed(value)]),
    ["/name", "Mine"],
    ["/language", "fr"],
  ]);
  expect([status, text]).toEqual([303, expect.stringContaining("Mine added")]);
  expect(await channels()).toMatchObject([{ kind, name: "Mine", language: "fr" }]);
  for (const secret of secrets) for (const displayed of [text, await audit()]) expect(displayed).not.toContain(secret);
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
      expect([status, text]).toEqual([422, expect.stringContaining("must be the token alone")]);
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
