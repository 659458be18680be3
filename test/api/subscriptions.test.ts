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

  const OTHER_LIST = {
    pointer: "/targetId",
    message: "is in another watchlist, so no event can match: leave out watchlistId, or name a target of it",
  };
  const listOf = async (name: string): Promise<string> => (await api.call("POST", "/v1/watchlists", { name })).body.id;
  const targetOf = async (watchlistId: string): Promise<string> =>
    (await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7001" }, watchlistId }))
      .body.id;

  test("a target of another watchlist is refused, as nothing would match", async () => {
    const [music, games] = [await listOf("Music"), await listOf("Games")];
    const targetId = await targetOf(music);
    const refused = await create({ watchlistId: games, targetId });
    expect([refused.status, refused.body.errors]).toEqual([422, [OTHER_LIST]]);
    const { status, body } = await create({ watchlistId: music, targetId });
    expect([status, (await create({ targetId })).status]).toEqual([201, 201]);
    const path = `/v1/subscriptions/${body.id}`;
    const moved = await api.call("PATCH", path, { watchlistId: games });
    expect([moved.status, moved.body.errors]).toEqual([422, [OTHER_LIST]]);
    expect((await api.call("PATCH", path, { watchlistId: games, targetId: null })).status).toBe(200);
    const narrowed = await api.call("PATCH", path, { targetId });
    expect([narrowed.status, narrowed.body.errors]).toEqual([422, [OTHER_LIST]]);
    expect((await api.call("PATCH", path, { watchlistId: null, targetId })).status).toBe(200);
  });

  test("a target may move to another watchlist, and its subscription may change in all else", async () => {
    const [music, games] = [await listOf("Music"), await listOf("Games")];
    const targetId = await targetOf(music);
    const { body } = await create({ watchlistId: music, targetId });
    expect((await api.call("PATCH", `/v1/targets/${targetId}`, { watchlistId: games })).status).toBe(200);
    const path = `/v1/subscriptions/${body.id}`;
    expect((await api.call("PATCH", path, { name: "Lives", watchlistId: music, targetId })).status).toBe(200);
    const { body: exported } = await api.call("GET", "/v1/export?secrets=encrypted");
    const put = async () => (await api.call("PUT", "/v1/config", exported)).body;
    expect(await put()).toMatchObject({ changes: [] });
    exported.subscriptions[0].name = "Starts";
    expect(await put()).toMatchObject({ changes: [{ action: "change", fields: ["name"] }] });
    // An export restores what was there.
    await api.clear();
    expect((await put()).changes).toMatchObject([{}, {}, {}, {}, { action: "create", id: body.id }]);
    expect((await api.call("PATCH", path, { watchlistId: games })).status).toBe(200);
  });

  test("a configuration with a target of another watchlist is refused whole", async () => {
    const live = { kind: "live", name: "Maria", params: { userId: "7001" }, watchlistId: "Music" };
    const alert = (watchlistId: string | null) => ({
      name: "Live",
      events: ["live.*"],
      channelId,
      watchlistId,
      targetId: "Maria",
    });
    const put = (...subscriptions: object[]) =>
      api.call("PUT", "/v1/config", {
        version: 1,
        watchlists: [{ name: "Music" }, { name: "Games" }],
        targets: [live],
        subscriptions,
      });
    const refused = await put(alert("Music"), { ...alert("Games"), name: "Never" });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ ...OTHER_LIST, pointer: "/subscriptions/1/targetId" }],
    ]);
    expect((await api.call("GET", "/v1/targets")).body.items).toEqual([]);
    expect((await put(alert("Music"), { ...alert(null), name: "Any" })).status).toBe(200);
    const changed = await put(alert("Games"), { ...alert(null), name: "Any" });
    expect([changed.status, changed.body.errors]).toEqual([
      422,
      [{ ...OTHER_LIST, pointer: "/subscriptions/0/targetId" }],
    ]);
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
