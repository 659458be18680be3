import { readFileSync } from "node:fs";
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bodyOf } from "../../src/channels/webhook/body.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { eventTypeNames, exampleEvent } from "../../src/kinds/events.ts";
import { places } from "../../tools/openapi/write.ts";
import { servedInbox } from "../support/served-inbox.ts";
import type { TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { staysHere } from "../support/quiet-fetch.ts";
import { context, type Visitor } from "./visitor.ts";

describe("custom webhooks", () => {
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
  const added = (settings: object) => api.call("POST", "/v1/channels", { kind: "template", name: "Mine", settings });
  const arrived = async () =>
    ((await (await fetch(`${inbox.url}/inbox.json`)).json()) as Record<string, any>[]).at(-1)!;

  test.each([
    ["teams", "teams"],
    ["google-chat", "google-chat"],
    ["mattermost", "mattermost"],
    ["gotify", "gotify/message"],
    ["matrix", "matrix/_matrix/client/v3/rooms/!a:b/send/m.room.message/{{id}}"],
    ["apprise", "apprise/notify/x"],
    ["n8n", "n8n/webhook/1"],
  ])("a test message to %s arrives, and no secret is shown", async (preset, path) => {
    const url = `${inbox.url}/inbox/template/${path}`;
    const { status, body } = await added({ preset, url, token });
    expect([status, body.settings]).toEqual([201, { preset, url: expect.stringContaining("/…"), token: "…" }]);
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.body).toMatchObject({ ok: true, outcome: "sent" });
    expect(await arrived()).toMatchObject({ channelKind: "template", text: expect.stringContaining("Mine") });
    const displayed = JSON.stringify([
      (await api.call("GET", `/v1/channels/${body.id}`)).body,
      await me.open("/channels"),
    ]);
    expect(displayed).not.toContain(token);
  });

  test("a service that needs a token refuses another one as such", async () => {
    const url = `${inbox.url}/inbox/template/gotify/message`;
    const { body } = await added({ url, body: '{"message": "{{message}}"}' });
    const tested = await api.call("POST", `/v1/channels/${body.id}/test`);
    expect(tested.body).toMatchObject({ ok: false, status: 401, outcome: "later" });
  });

  test("a preview shows what its own format makes, without the token", async () => {
    const format = JSON.stringify({ key: "{{token}}", said: "{{title}}", events: "{{events}}" });
    const { body } = await added({ url: "http://127.0.0.1:1/x", token, body: format });
    const subscription = { channelId: body.id, events: ["live.started"] };
    const { payload } = (await api.call("POST", "/v1/subscriptions/preview", { subscription })).body;
    expect(payload.body).toMatchObject({
      key: "…",
      said: expect.stringContaining("live"),
      events: [{ type: "live.started" }],
    });
    const page = await me.send("/alerts/preview", [
      ["/channelId", body.id],
      ["/events", "live.started"],
    ]);
    expect(page.text).toContain("Custom webhook");
    expect(page.text).not.toContain(token);
  });

  test("an address change drops token and headers, unless they come with it", async () => {
    const headers = { "x-key": "s3cr3t-value" };
    const { body } = await added({ preset: "gotify", url: "http://127.0.0.1:1/x", token, headers });
    const patched = async (settings: object) =>
      (await api.call("PATCH", `/v1/channels/${body.id}`, { settings })).body.settings;
    const without = await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { url: "http://127.0.0.1:1/yy" } });
    // Gotify takes nothing without a token.
    expect([without.status, without.body.errors]).toEqual([
      422,
      [{ pointer: "/settings/token", message: "is required again: it was given for another server" }],
    ]);
    expect(await patched({ url: "http://127.0.0.1:1/yy", headers, token })).toMatchObject({
      headers: { "x-key": "…" },
    });
    expect(await patched({ url: "http://127.0.0.1:1/z", token })).toEqual({
      preset: "gotify",
      url: expect.any(String),
      token: "…",
    });
    expect(await patched({ headers: { a: "b" } })).toMatchObject({ headers: { a: "…" } });
    expect(await patched({ headers: { a: null, c: "d" } })).toMatchObject({ headers: { c: "…" } });
  });

  test.each([
    [{ body: '{"text": {{title}}}' }, "/settings/body"],
    [{ body: '{"text": "{{titel}}"}' }, "/settings/body"],
    [{ body: "{}", headers: { "x-a": "b\r\nc: d" } }, "/settings/headers/x-a"],
    [{ preset: "matrix" }, "/settings/token"],
    [{}, "/settings/preset"],
  ])("%j is refused with the field", async (settings, pointer) => {
    const { status, body } = await added({ url: "http://127.0.0.1:1/x", ...settings });
    expect([status, body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([422, [pointer]]);
  });

  staysHere();

  test("the page takes an address of Teams alone", async () => {
    const url =
      "https://prod-1.westus.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=neverShown12345";
    const { status, text } = await me.send("/channels", [["/settings/url", url]]);
    expect([status, text]).toEqual([303, expect.stringContaining("Custom webhook added")]);
    const [one] = (await api.call("GET", "/v1/channels")).body.items;
    expect(one).toMatchObject({ kind: "template", settings: { preset: "teams" } });
  });

  test("the page asks for the service in words, and keeps what was typed except secrets", async () => {
    const { text } = await me.open("/channels?add=template");
    expect(text).toMatch(/<option value="gotify">Gotify<\/option>/);
    const refused = await me.send("/channels/of/template", [
      ["/settings/url", "http://127.0.0.1:1/secret-path"],
      ["/settings/headers", "x-key: s3cr3t-value"],
      ["/settings/body", '{"text": "{{titel}}"}'],
    ]);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("{{titel}}");
    expect(refused.text).not.toMatch(/secret-path|s3cr3t/);
    const sent = await me.send("/channels/of/template", [
      ["/settings/preset", ""],
      ["/settings/url", "http://127.0.0.1:1/x"],
      ["/settings/headers", "Authorization: Bearer abc=\r\nx-b=c:d"],
      ["/settings/body", '{"text": "{{title}}"}'],
    ]);
    // The test message did not arrive, which stands beside the new channel.
    expect([sent.status, sent.text.includes("the test didn’t arrive")]).toEqual([200, true]);
    const [one] = (await api.call("GET", "/v1/channels")).body.items;
    expect(one.settings).toEqual({
      url: expect.any(String),
      headers: { Authorization: "…", "x-b": "…" },
      body: '{"text": "{{title}}"}',
    });
  });

  test("the page asks for a topic again for another server, and takes it in the same form", async () => {
    await me.send("/channels/of/ntfy", [["/settings/topic", "first-topic"]]);
    const [one] = (await api.call("GET", "/v1/channels")).body.items;
    const change = async (...more: [string, string][]) => {
      const { revision } = (await api.db.prepare("SELECT revision FROM channels").first())!;
      return me.send(`/channels/${one.id}`, [
        ["revision", String(revision)],
        ["/name", "Phone"],
        ["/settings/url", "http://127.0.0.1:1"],
        ...more,
      ]);
    };
    const refused = await change();
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("was given for another server")]);
    expect(refused.text).not.toContain("first-topic");
    expect((await change(["/settings/topic", "second-topic"])).status).toBe(303);
    const { body } = await api.call("GET", `/v1/channels/${one.id}`);
    expect(body.settings).toEqual({ topic: "…", url: "http://127.0.0.1:1/…" });
  });

  test("an optional choice that nobody made stays open", async () => {
    await me.send("/channels/of/ntfy", [
      ["/settings/topic", "mine"],
      ["/settings/priority", ""],
    ]);
    expect((await me.open("/channels")).text).toContain('<option value="" selected="">Default</option>');
    const [one] = (await api.call("GET", "/v1/channels")).body.items;
    expect(one.settings).toEqual({ topic: "…" });
  });
});

// oxlint-disable-next-line typescript/no-explicit-any
const document: any = JSON.parse(readFileSync(places.document, "utf8"));

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, "document");

const faultsOf = (type: string, body: unknown): string => {
  const schema = `document#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
  const valid = ajv.compile({ $ref: schema });
  return valid(body) ? "" : ajv.errorsText(valid.errors);
};

/** Data whose texts are all `text`, except times and codes that are as they are. */
const filledIn = (data: JsonObject, text: string): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "string" && FREE.test(name) ? text : value]),
  );

const FREE = /^(name|detail|reason)$/;

test("the document has a webhook for each event type, and for the test of a channel", () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypeNames, "channel.test"]);
});

test.each(Object.keys(document.webhooks))(
  "%s: its example is what its schema says, each field with a meaning",
  (type) => {
    const { requestBody, parameters, summary } = document.webhooks[type].post;
    const { schema, example } = requestBody.content["application/json"];
    expect(summary).not.toBe("");
    expect(faultsOf(type, example)).toBe("");
    expect(faultsOf(type, { ...example, data: { ...example.data, data: {} } })).not.toBe("");
    expect(faultsOf(type, { ...example, type: "another.type" })).not.toBe("");
    expect(parameters).toHaveLength(3);
    // oxlint-disable-next-line typescript/no-explicit-any
    const within = (one: any) => document.components.schemas[one.$ref.split("/").at(-1)];
    const { properties, required } = within(within(within(schema).properties.data).properties.data);
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const provided = Object.keys(example.data.data);
    expect(provided).toEqual(
      Object.keys(properties).filter((name) => provided.includes(name) || !optional.includes(name)),
    );
    for (const [name, one] of Object.entries<any>(properties))
      expect([name, one.description]).toEqual([name, expect.any(String)]);
  },
);

test.each(eventTypeNames)("%s: what is sent is what the document says, cut or not", (type) => {
  const event = exampleEvent(type, "evt_1", Date.UTC(2026, 0, 5));
  expect(faultsOf(type, JSON.parse(bodyOf(event)))).toBe("");
  const long = "x".repeat(30_000);
  const target = event.target === null ? null : { ...event.target, name: long };
  const data = target === null ? filledIn(event.data, long) : event.data;
  const cut = JSON.parse(bodyOf({ ...event, target, data })) as { data: { truncated: true } };
  expect(cut.data.truncated).toBe(true);
  expect(faultsOf(type, cut)).toBe("");
});
