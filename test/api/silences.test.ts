import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

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
