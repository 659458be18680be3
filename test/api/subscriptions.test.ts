import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let channelId: string;
beforeAll(async () => {
  api = await runApi();
});
beforeEach(async () => {
  await api.clear();
  const settings = { url: "http://127.0.0.1:9/hook" };
  channelId = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "hook", settings })).body.id;
});
afterAll(() => api.stop());

const create = (more: object = {}) =>
  api.call("POST", "/v1/subscriptions", { name: "Live", events: ["live.*"], channelId, ...more });

test("a subscription needs name, events and channel; the rest has defaults", async () => {
  const made = await create();
  expect(made.status).toBe(201);
  expect(made.headers.get("location")).toBe(`/v1/subscriptions/${made.body.id}`);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^sub_/),
    name: "Live",
    watchlistId: null,
    targetId: null,
    events: ["live.*"],
    channelId,
    enabled: true,
    mention: null,
    template: {},
    cooldownSeconds: 0,
    group: true,
    onEnd: "edit",
    quietHours: null,
    filters: [],
    createdAt: expect.any(String),
  });
  expect((await api.call("GET", `/v1/subscriptions/${made.body.id}`)).body).toEqual(made.body);
  expect((await api.call("GET", "/v1/subscriptions")).body).toEqual({ items: [made.body], nextCursor: null });
});

test.each(["@here", "@everyone", "role:123", "user:U0A", "subteam:S01"])(
  "the mention %s comes back as it went in",
  async (mention) => {
    expect((await create({ mention })).body.mention).toBe(mention);
  },
);

test("a merge patch changes what it names; null means the default", async () => {
  const { body } = await create({ mention: "@here", group: false, onEnd: "ignore" });
  const path = `/v1/subscriptions/${body.id}`;
  const patched = await api.call("PATCH", path, { mention: null, onEnd: null, events: ["*"] });
  expect(patched.body).toEqual({ ...body, mention: null, onEnd: "edit", events: ["*"] });
  expect((await api.call("GET", path)).body).toEqual(patched.body);
  expect((await api.call("PATCH", path, { channelId: null })).status).toBe(422);
  expect((await api.call("DELETE", path)).status).toBe(204);
  expect((await api.call("DELETE", path)).status).toBe(404);
});

test("what does not fit is told by field", async () => {
  const wrong: [object, string][] = [
    [{ events: [] }, "/events"],
    [{ events: ["live.nope"] }, "/events/0"],
    [{ events: ["live.*", "nope.*"] }, "/events/1"],
    [{ events: ["live."] }, "/events/0"],
    [{ events: ["*.*"] }, "/events/0"],
    [{ mention: "@channel" }, "/mention"],
    [{ mention: "role:<@1>" }, "/mention"],
    [{ onEnd: "delete" }, "/onEnd"],
    [{ channelId: "ch_none" }, "/channelId"],
    [{ targetId: "tgt_none" }, "/targetId"],
    [{ watchlistId: "wl_none" }, "/watchlistId"],
    [{ what: 1 }, "/what"],
  ];
  for (const [more, pointer] of wrong) {
    const answer = await create(more);
    expect([more, answer.status]).toEqual([more, 422]);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  }
  expect((await create({ events: ["nope"] })).body.errors[0].message).toContain("live.started");
});
