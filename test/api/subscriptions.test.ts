import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

describe("subscriptions", () => {
  let api: RunningApi;
  let channelId: string;
  beforeAll(async () => {
    api = await runSqliteApi();
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
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/subscriptions/${created.body.id}`);
    expect(created.body).toEqual({
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
      factsMissing: "tell",
      quietHours: null,
      filters: [],
      createdAt: expect.any(String),
    });
    expect((await api.call("GET", `/v1/subscriptions/${created.body.id}`)).body).toEqual(created.body);
    expect((await api.call("GET", "/v1/subscriptions")).body).toEqual({ items: [created.body], nextCursor: null });
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

  const quietHours = { from: "23:00", to: "07:00", timezone: "Europe/Berlin", action: "hold" };
  const filter = { field: "data.place", op: "lte", value: 20 };

  test("templates, cooldown, quiet hours and filters come back as they went in", async () => {
    const more = {
      template: { "live.started": "{{name}} is live 🎉", "live.ended": "x".repeat(998) + "🎉🎉" },
      cooldownSeconds: 3600,
      quietHours,
      filters: [
        filter,
        { field: "type", op: "in", value: ["live.started", 1, true] },
        { field: "target.params.handle", op: "ne", value: null },
        { field: "target.name", op: "contains", value: "mar" },
      ],
    };
    const { status, body } = await create(more);
    expect(status).toBe(201);
    expect(body).toMatchObject(more);
    const path = `/v1/subscriptions/${body.id}`;
    expect((await api.call("GET", path)).body).toEqual(body);
    const patch = {
      template: { "live.started": null, "live.ended": "over after {{duration}}" },
      quietHours: { action: "drop" },
      filters: null,
    };
    const patched = await api.call("PATCH", path, patch);
    expect(patched.body).toEqual({
      ...body,
      template: { "live.ended": "over after {{duration}}" },
      quietHours: { ...quietHours, action: "drop" },
      filters: [],
    });
    expect((await api.call("PATCH", path, { quietHours: null })).body.quietHours).toBeNull();
  });

  test("one mention is a text, several are a list, however they were written", async () => {
    const displayed = async (mention: unknown) => (await create({ mention })).body.mention;
    expect(await displayed("@here")).toBe("@here");
    expect(await displayed(["<!here>"])).toBe("@here");
    expect(await displayed("<@&123>, <@!45> @everyone  <@&123>")).toEqual(["role:123", "user:45", "@everyone"]);
    expect(await displayed(["<!subteam^S1|@the team>", "user:U2"])).toEqual(["subteam:S1", "user:U2"]);
    const { channelId } = (await create({})).body;
    const draft = { subscription: { channelId, events: ["live.started"], mention: ["@here", "user:U2"] } };
    const { body: preview } = await api.call("POST", "/v1/subscriptions/preview", draft);
    expect(preview.text).toMatch(/^@here user:U2\n/);
    expect((await create({ mention: ["@here", "nobody"] })).body.errors).toEqual([
      { pointer: "/mention/1", message: expect.stringMatching(/^must be @here/) },
    ]);
    const many = Array.from({ length: 21 }, (_, index) => `user:${index}`).join(" ");
    expect((await create({ mention: many })).body.errors[0].message).toBe("must name at most 20");
  });

  test("a wrong placeholder lists those that are known", async () => {
    const { body } = await create({ template: { "live.ended": "{{nme}}" } });
    expect(body.errors[0].message).toMatch(/\{\{nme\}\}: did you mean \{\{name\}\}\?.*\{\{duration\}\}/);
    const reported = async (text: string) =>
      (await create({ template: { "live.ended": text } })).body.errors?.[0].message;
    expect(await reported("{name} is live")).toBe("has {name} in single braces: did you mean {{name}}?");
    expect(await reported("{Duraton}")).toBe("has {Duraton} in single braces: did you mean {{duration}}?");
    expect(await reported("{{creator_url}}")).toMatch(/^does not know \{\{creator_url\}\}; known are/);
    expect(await reported('{"a": 1} {x:y} {{ link }}')).toBeUndefined();
    // Which fields an object has depends on the configured operation.
    expect(await reported("{{info.mood}}")).toBeUndefined();
    expect(await reported("{{mood.info}}")).toMatch(/^does not know \{\{mood.info\}\}/);
  });

  test("what does not fit is told by field", async () => {
    const invalid: [object, string][] = [
      [{ events: [] }, "/events"],
      [{ events: ["live.nope"] }, "/events/0"],
      [{ events: ["live.*", "nope.*"] }, "/events/1"],
      [{ events: ["live."] }, "/events/0"],
      [{ events: ["*.*"] }, "/events/0"],
      [{ mention: "@channel" }, "/mention"],
      [{ mention: "role:<@1>" }, "/mention"],
      [{ onEnd: "remove" }, "/onEnd"],
      [{ channelId: "ch_none" }, "/channelId"],
      [{ targetId: "tgt_none" }, "/targetId"],
      [{ watchlistId: "wl_none" }, "/watchlistId"],
      [{ what: 1 }, "/what"],
      [{ template: { "live.*": "x" } }, "/template/live.*"],
      [{ template: { "live.started": "" } }, "/template/live.started"],
      [{ template: { "live.started": "x".repeat(1001) } }, "/template/live.started"],
      [{ template: { "live.started": "{{place}}" } }, "/template/live.started"],
      [{ template: { "live.started": "{{name}} {{" } }, "/template/live.started"],
      [{ template: { "live.started": "{{name.length}}" } }, "/template/live.started"],
      [{ template: { "live.started": 7 } }, "/template/live.started"],
      [{ cooldownSeconds: -1 }, "/cooldownSeconds"],
      [{ cooldownSeconds: 604_801 }, "/cooldownSeconds"],
      [{ cooldownSeconds: 1.5 }, "/cooldownSeconds"],
      [{ quietHours: { ...quietHours, from: "24:00" } }, "/quietHours/from"],
      [{ quietHours: { ...quietHours, from: "7:00" } }, "/quietHours/from"],
      [{ quietHours: { ...quietHours, to: "23:00" } }, "/quietHours/to"],
      [{ quietHours: { ...quietHours, timezone: "Berlin" } }, "/quietHours/timezone"],
      [{ quietHours: { ...quietHours, timezone: "+01:00" } }, "/quietHours/timezone"],
      [{ quietHours: { ...quietHours, action: "wait" } }, "/quietHours/action"],
      [{ quietHours: { from: "23:00", to: "07:00", action: "hold" } }, "/quietHours/timezone"],
      [{ quietHours: { ...quietHours, days: [] } }, "/quietHours/days"],
      [{ filters: [{ ...filter, field: "place" }] }, "/filters/0/field"],
      [{ filters: [{ ...filter, field: "data" }] }, "/filters/0/field"],
      [{ filters: [{ ...filter, field: "data..place" }] }, "/filters/0/field"],
      [{ filters: [{ ...filter, op: "like" }] }, "/filters/0/op"],
      [{ filters: [filter, { ...filter, value: "20" }] }, "/filters/1/value"],
      ...["lt", "gt", "gte"].map((op): [object, string] => [
        { filters: [{ ...filter, op, value: "20" }] },
        "/filters/0/value",
      ]),
      [{ filters: [{ field: "type", op: "in", value: "live.started" }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "in", value: [] }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "eq" }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "eq", value: {} }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "eq", value: ["live.started"] }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "contains", value: null }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "ne", value: "x".repeat(1001) }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "in", value: ["x".repeat(1001)] }] }, "/filters/0/value"],
      [{ filters: [{ field: "type", op: "in", value: Array.from({ length: 101 }, () => "x") }] }, "/filters/0/value"],
      [{ filters: Array.from({ length: 21 }, () => filter) }, "/filters"],
    ];
    for (const [more, pointer] of invalid) {
      const answer = await create(more);
      expect([more, answer.status]).toEqual([more, 422]);
      expect(answer.body.errors[0].pointer).toBe(pointer);
    }
    expect((await create({ events: ["nope"] })).body.errors[0].message).toContain("live.started");
  });

  test("every reference that leads nowhere is named", async () => {
    const nowhere = { watchlistId: "wl_none", targetId: "tgt_none", channelId: "ch_none" };
    const refused = await api.call("POST", "/v1/subscriptions", { name: "Lost", events: ["*"], ...nowhere });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        { pointer: "/watchlistId", message: "names no watchlist" },
        { pointer: "/targetId", message: "names no target" },
        { pointer: "/channelId", message: "names no channel" },
      ],
    ]);
  });
});

describe("silences", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const UNTIL = "2099-03-01T12:00:00.000Z";

  const create = (more: object = {}) => api.call("POST", "/v1/silences", { until: UNTIL, ...more });

  test("a silence needs an end; the rest has defaults", async () => {
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/silences/${created.body.id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^sil_/),
      targetId: null,
      watchlistId: null,
      type: null,
      until: UNTIL,
      untilEnd: false,
      reason: "",
      createdAt: expect.any(String),
    });
    expect((await api.call("GET", `/v1/silences/${created.body.id}`)).body).toEqual(created.body);
    expect((await api.call("GET", "/v1/silences")).body).toEqual({ items: [created.body], nextCursor: null });
  });

  test("an end may be written in any zone, or as a day", async () => {
    expect((await create({ until: "2099-03-01T13:00:00+01:00" })).body.until).toBe(UNTIL);
    expect((await create({ until: "2099-03-01T06:30-05:30" })).body.until).toBe(UNTIL);
    expect((await create({ until: "2099-03-01" })).body.until).toBe("2099-03-01T00:00:00.000Z");
  });

  test("what does not fit is told by field", async () => {
    const invalid: [object, string][] = [
      [{ until: null }, "/until"],
      [{ until: "tomorrow" }, "/until"],
      [{ until: "2099-02-31T00:00:00Z" }, "/until"],
      [{ until: "2099-03-01T12:00:00" }, "/until"],
      [{ until: "2020-01-01T00:00:00.000Z" }, "/until"],
      [{ targetId: "tgt_none" }, "/targetId"],
      [{ watchlistId: "wl_none" }, "/watchlistId"],
      [{ type: "live.nope" }, "/type"],
      [{ reason: "x".repeat(501) }, "/reason"],
      [{ what: 1 }, "/what"],
    ];
    for (const [more, pointer] of invalid) {
      const answer = await create(more);
      expect([more, answer.status]).toEqual([more, 422]);
      expect(answer.body.errors[0].pointer).toBe(pointer);
    }
  });

  test("a merge patch changes what it names and may end the silence", async () => {
    const { body } = await create({ type: "live.*", reason: "holidays", watchlistId: "wl_default" });
    const path = `/v1/silences/${body.id}`;
    const patched = await api.call("PATCH", path, { type: null, until: "2020-01-01T00:00:00Z" });
    expect(patched.body).toEqual({ ...body, type: null, until: "2020-01-01T00:00:00.000Z" });
    expect((await api.call("GET", path)).body).toEqual(patched.body);
    expect((await api.call("PATCH", path, { until: null })).status).toBe(422);
    expect((await api.call("PATCH", path, { targetId: "tgt_none" })).status).toBe(422);
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", path)).status).toBe(404);
    expect((await api.call("PATCH", path, {})).status).toBe(404);
    expect((await api.call("DELETE", path)).status).toBe(404);
  });

  test("silences go with their target and their watchlist", async () => {
    const list = (await api.call("POST", "/v1/watchlists", { name: "Music" })).body;
    const target = { kind: "live", name: "Maria", params: { userId: "1" } };
    const one = (await api.call("POST", "/v1/targets", target)).body;
    const two = (await api.call("POST", "/v1/targets", { ...target, watchlistId: list.id })).body;
    for (const more of [{ targetId: one.id }, { targetId: two.id }, { watchlistId: list.id }, { type: "live.*" }]) {
      expect((await create(more)).status).toBe(201);
    }
    expect((await api.call("DELETE", `/v1/targets/${one.id}`)).status).toBe(204);
    const left = async () => (await api.call("GET", "/v1/silences")).body.items.length;
    expect(await left()).toBe(3);
    expect((await api.call("DELETE", `/v1/watchlists/${list.id}`)).status).toBe(409);
    expect(await left()).toBe(3);
    expect((await api.call("DELETE", `/v1/watchlists/${list.id}?cascade=true`)).status).toBe(204);
    expect(await left()).toBe(1);
  });
});
