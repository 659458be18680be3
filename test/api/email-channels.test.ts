import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { servedInbox } from "../support/served-inbox.ts";
import type { TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

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
const arrived = async () => ((await (await fetch(`${inbox.url}/inbox.json`)).json()) as Record<string, any>[]).at(-1)!;
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
