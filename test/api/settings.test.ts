import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { compose } from "../../src/wiring/compose.ts";
import { fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context } from "./visitor.ts";

let api: RunningApi;
let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await fakeUpstream();
  api = await runSqliteApi({ UPSTREAM_BASE_URL: upstream.url });
});
beforeEach(() => api.clear());
afterAll(() => Promise.all([api.stop(), upstream.close()]));

const put = (body: object) => api.call("PUT", "/v1/settings", body);

test("the budget can be set, and is what calls are taken from", async () => {
  expect((await api.call("GET", "/v1/settings")).body).toEqual({
    timezone: null,
    language: "en",
    pollsPerMinute: 60,
    environment: [],
  });
  expect((await put({ pollsPerMinute: 2 })).body).toMatchObject({ pollsPerMinute: 2, language: "en" });
  expect((await api.call("GET", "/v1/status")).body.budget).toMatchObject({ perMinute: 2, left: 2 });
  const probe = { operation: "live.check", params: { userId: "7012" } };
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await api.call("POST", "/v1/upstream/probe", probe)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await api.call("GET", "/v1/plan")).body.now.budget).toMatchObject({ perMinute: 2 });
});

test("ticks and batches poll by the budget that was set", async () => {
  await put({ pollsPerMinute: 7 });
  const { tick, poll } = compose(api.env).sweep;
  expect((await tick.readTimetable()).perMinute).toBe(7);
  const batch = { tick: 1, slot: 0, batches: 1, grant: 0, careful: false, targets: [] };
  expect((await poll.load(batch)).perMinute).toBe(7);
});

test("what is missing stays as it is, null is the default again", async () => {
  await put({ pollsPerMinute: 30, timezone: "Asia/Tokyo" });
  expect((await put({ language: "de" })).body).toMatchObject({
    pollsPerMinute: 30,
    timezone: "Asia/Tokyo",
    language: "de",
  });
  expect((await put({ pollsPerMinute: null, language: null })).body).toMatchObject({
    pollsPerMinute: 60,
    timezone: "Asia/Tokyo",
    language: "en",
  });
});

test.each<[object, string]>([
  [{ pollsPerMinute: 0 }, "/pollsPerMinute"],
  [{ pollsPerMinute: 1.5 }, "/pollsPerMinute"],
  [{ pollsPerMinute: 121 }, "/pollsPerMinute"],
  [{ language: "xx" }, "/language"],
  [{ budget: 5 }, "/budget"],
])("%j is refused", async (body, pointer) => {
  const answer = await put(body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([expect.objectContaining({ pointer })]);
});

test("connecting a service can set the budget that it allows", async () => {
  const account = { baseUrl: "https://api.example.com", pollsPerMinute: 10 };
  expect((await api.call("PUT", "/v1/upstream/account", account)).body).toMatchObject({ pollsPerMinute: 10 });
  expect((await api.call("GET", "/v1/settings")).body.pollsPerMinute).toBe(10);
  const more = { baseUrl: "https://api.example.com", pollsPerMinute: 1000 };
  expect((await api.call("PUT", "/v1/upstream/account", more)).status).toBe(422);
});

test("without a limit of the plan, the first call of a person is allowed, and a million calls a minute", async () => {
  const local = await runSqliteApi({ UPSTREAM_BASE_URL: upstream.url, LIMITS: "local" });
  try {
    const probe = { operation: "live.check", params: { userId: "7012" } };
    expect((await local.call("POST", "/v1/upstream/probe", probe)).status).toBe(200);
    expect((await local.call("PUT", "/v1/settings", { pollsPerMinute: 1_000_000 })).status).toBe(200);
    expect((await local.call("PUT", "/v1/settings", { pollsPerMinute: 1_000_001 })).status).toBe(422);
  } finally {
    await local.stop();
  }
});

test("what the environment sets wins, and is marked", async () => {
  const fixed = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "5", LANGUAGE: "fr" });
  try {
    const { body } = await fixed.call("PUT", "/v1/settings", { pollsPerMinute: 30, language: "de" });
    expect(body).toMatchObject({ pollsPerMinute: 5, language: "fr", environment: ["language", "pollsPerMinute"] });
    expect((await fixed.call("GET", "/v1/status")).body.budget.perMinute).toBe(5);
  } finally {
    await fixed.stop();
  }
});

/** What the settings page has in the fields of the team. */
const displayed = (text: string) => [
  / value="([^"]*)"/.exec(/<input[^>]*id="calls-number"[^>]*>/.exec(text)?.[0] ?? "")?.[1],
  /id="team-language"[^]*?<option value="(\w+)" selected/.exec(text)?.[1],
];

test("the settings page displays what is in force, stores all of it with one button, and takes it back", async () => {
  const me = await context(api);
  expect(displayed((await me.open("/settings")).text)).toEqual(["60", "en"]);
  const saved = await me.send("/settings/team", [
    ["/timezone", "tokyo"],
    ["/language", "de"],
    ["/calls", "50,000"],
    ["/callsPer", "day"],
  ]);
  expect(saved.text).toContain(
    "Time zone set to Asia/Tokyo: days, months and goals count there now · Messages are now in Deutsch · 34 calls per minute allowed",
  );
  expect((await api.call("GET", "/v1/settings")).body).toMatchObject({
    timezone: "Asia/Tokyo",
    language: "de",
    pollsPerMinute: 34,
  });
  expect(displayed(saved.text)).toEqual(["34", "de"]);
  await me.undo(saved.text);
  expect((await api.call("GET", "/v1/settings")).body).toMatchObject({
    timezone: null,
    language: "en",
    pollsPerMinute: 60,
  });
});

test.each([
  ["1.5", "minute", "Enter a whole number"],
  ["", "minute", "Enter a whole number"],
  ["1000", "month", "less than one call per minute"],
  ["121", "minute", "at most 120 per minute"],
])("%s calls per %s are refused beside the field, and nothing is stored", async (number, per, words) => {
  const me = await context(api);
  const refused = await me.send("/settings/team", [
    ["/timezone", "tokyo"],
    ["/language", "de"],
    ["/calls", number],
    ["/callsPer", per],
  ]);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(words)]);
  expect(displayed(refused.text)).toEqual([number, "de"]);
  expect((await api.call("GET", "/v1/settings")).body).toMatchObject({ timezone: null, pollsPerMinute: 60 });
});

test("what the environment sets has no field, and says where it is set; who may not change it sees it", async () => {
  const fixed = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "5", LANGUAGE: "fr" });
  try {
    const { text } = await (await context(fixed)).open("/settings");
    expect(displayed(text)).toEqual([undefined, undefined]);
    expect(text).toMatch(/Français.*Set on the server as LANGUAGE.*5 per minute.*UPSTREAM_POLLS_PER_MINUTE/s);
    const { body } = await fixed.call("POST", "/v1/tokens", { name: "Reader", scopes: ["read"] });
    const reader = await (await context(fixed, body.token as string)).open("/settings");
    expect(reader.text).toMatch(/id="calls".*5 per minute/s);
    expect(reader.text).not.toContain('action="/settings/team"');
  } finally {
    await fixed.stop();
  }
});

test.each(["/", "/plan", "/creators/add", "/first-steps/creators"])(
  "%s leads to where the calls per minute can be changed",
  async (path) => {
    const me = await context(api);
    await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
    expect((await me.open(path)).text).toContain('href="/settings#calls"');
    expect((await me.open("/settings")).text).toContain('id="calls"');
  },
);
