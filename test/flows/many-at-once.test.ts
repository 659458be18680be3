import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { drive } from "../../sim/testing/driver.ts";
import { userIds } from "../support/creators.ts";
import { answerFor, manyAtOnce, START } from "../support/many-at-once.ts";
import { platform, watch } from "../support/platform.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const total = (calls: number[]): number => calls.reduce((sum, one) => sum + one, 0);

describe("many creators in one call", () => {
  test("cost one of the budget: 120 need three calls a minute, and all numbers count calls", async () => {
    const world = await manyAtOnce(userIds(120), { variables: { UPSTREAM_POLLS_PER_MINUTE: "3" } });
    expect(await world.ticks(3)).toEqual([1, 2, 3].map(() => [50, 50, 20]));
    world.live.add("1007");
    expect((await world.ticks(1)).map(total)).toEqual([120]);
    expect((await world.events("live.started")).map(({ target }) => target.name)).toEqual(["Creator 1007"]);
    const { budget } = (await world.cloud.api("GET", "/v1/status")).body;
    expect(budget).toMatchObject({ perMinute: 3, asked: 3 });
    const plan = (await world.cloud.api("GET", "/v1/plan?addLive=100")).body;
    expect(plan.now).toMatchObject({
      targets: { calls: 3, live: 120, perCall: 50 },
      budget: { asked: 3, enough: true },
    });
    expect(plan.after).toMatchObject({ targets: { calls: 5, live: 220 }, budget: { asked: 5, enough: false } });
    expect((await world.cloud.health(START + 4 * 60_000)).reasons).toEqual([]);
    // Everybody was polled at once, so a plan by calls finds starts within a minute.
    expect(plan.now).toMatchObject({ way: "on_time", expectedDelay: { meanSeconds: 30 } });
  });

  test("a body has a list, and one poll by hand asks for one", async () => {
    const definition = { method: "POST", query: {}, body: { ids: "{userIds}" } };
    const world = await manyAtOnce(userIds(3), { definition });
    expect(await world.ticks(1)).toEqual([[3]]);
    world.live.add("1001");
    const { id } = await world.target("1001");
    const { body } = await world.cloud.api("POST", `/v1/targets/${id}/poll`, {});
    expect(body).toMatchObject({ verdict: "on", changes: [{ type: "live.started" }] });
    expect(world.asked.at(-1)).toEqual(["1001"]);
  });

  test("too small a budget fills every call with those who waited longest", async () => {
    const world = await manyAtOnce(userIds(130), { variables: { UPSTREAM_POLLS_PER_MINUTE: "1" } });
    expect((await world.ticks(6)).map(total)).toEqual([50, 50, 50, 50, 50, 50]);
    const counts = Map.groupBy(world.asked.flat(), (id) => id);
    expect(counts.size).toBe(130);
    expect([...counts.values()].every(({ length }) => length >= 2)).toBe(true);
  });

  test("places that a call has left are taken by those due soonest, so that they are due together", async () => {
    const world = await manyAtOnce(userIds(20), { target: { intervalSeconds: 600 } });
    // One after the other, they would need a call each.
    for (const [n, userId] of userIds(20).entries())
      await world.cloud.db
        .prepare("UPDATE sheets SET entries = json_set(entries, ?1, ?2) WHERE id = 1")
        .bind(`$."${(await world.target(userId)).id}"[0]`, START + n * 30_000)
        .run();
    const calls = (await world.ticks(30)).flat();
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(total(calls)).toBeGreaterThanOrEqual(60);
  });

  test("whoever the operation cannot ask for is told why, and costs nobody a call", async () => {
    const world = await manyAtOnce(userIds(2));
    const created = await world.cloud.api("POST", "/v1/targets", {
      kind: "live",
      name: "A stream",
      params: { roomId: "7100" },
    });
    expect(created.status).toBe(201);
    expect(await world.ticks(1)).toEqual([[2]]);
    const { status } = (await world.cloud.api("GET", `/v1/targets/${created.body.id}`)).body;
    expect(status.fault).toMatchObject({
      kind: "refused",
      detail: "not asked: it has no userId, and the service is asked by nothing else",
    });
  });
});

describe("a definition that asks for many", () => {
  const definition = {
    path: "/api/v1//live/check_many",
    query: { user_ids: "{userIds}" },
    most: 50,
    rows: "/data/data",
    rowUser: "/user_id",
    verdict: "/alive",
    room: "/room_id",
  };

  test("counts from the next tick on, and the simulator speaks it, by its faults too", async () => {
    const simulator = drive();
    const cloud = await platform();
    await watch(cloud, userIds(60, 7_000_001));
    const asked: string[] = [];
    cloud.outside = async (url, body) => {
      if (!url.startsWith("https://upstream.example")) return { status: 204, body: "" };
      asked.push(url);
      const path = url.slice("https://upstream.example".length);
      const answer = await (body === "" ? simulator.call(path) : simulator.callWith(path, JSON.parse(body)));
      return { status: answer.status, body: answer.text };
    };
    await cloud.tick(START);
    expect(asked).toHaveLength(60);
    const put = await cloud.api("PUT", "/v1/upstream/operations/live.check", definition);
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    asked.length = 0;
    await simulator.post("/_sim/live", { userId: "7000031", on: true });
    await cloud.tick(START + 60_000);
    expect(asked.filter((url) => url.includes("check"))).toHaveLength(2);
    expect(asked[0]).toContain("/api/v1//live/check_many?user_ids=70000");
    const started = (await cloud.api("GET", "/v1/events?type=live.started")).body.items;
    expect(started.map(({ target }: any) => target.params.userId)).toEqual(["7000031"]);
    const bulk = {
      ...definition,
      method: "POST",
      path: "/api/v1//live/check_bulk",
      query: {},
      body: { user_ids: "{userIds}" },
    };
    expect((await cloud.api("PUT", "/v1/upstream/operations/live.check", bulk)).status).toBe(200);
    await simulator.post("/_sim/faults", { operation: "live.check_bulk", mode: "drift", times: 1 });
    await cloud.tick(START + 120_000);
    const items = (await cloud.api("GET", "/v1/targets?limit=200")).body.items as any[];
    // The call whose ids were renamed says nothing about anybody.
    const faults = items.filter(({ status }) => status.fault?.kind === "malformed");
    expect([10, 50]).toContain(faults.length);
    expect((await cloud.api("GET", "/v1/events?type=live.ended")).body.items).toEqual([]);
  });

  test("is refused by the field that is wrong", async () => {
    const cloud = await platform();
    const { rows: _rows, ...without } = definition;
    const refused = await cloud.api("PUT", "/v1/upstream/operations/live.check", { ...definition, most: 201 });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ pointer: "/most", message: "must be 1 to 200" }]);
    const unread = await cloud.api("PUT", "/v1/upstream/operations/live.check", without);
    expect(unread.body.errors).toHaveLength(1);
    expect(unread.body.errors[0]).toMatchObject({ pointer: "/rows" });
  });

  test("can be tried for one", async () => {
    const cloud = await platform();
    cloud.outside = () => ({
      status: 200,
      body: JSON.stringify({ data: { data: [{ user_id: 7012, alive: true, room_id: 9 }] } }),
    });
    const { body } = await cloud.api("POST", "/v1/upstream/probe", {
      operation: "live.check",
      params: { userId: "7012" },
      definition,
    });
    expect(body).toMatchObject({ decoded: { verdict: "on", roomId: "9" }, fault: null });
    expect(body.request.url).toContain("user_ids=7012");
  });
});

describe("an answer about many", () => {
  test("is read row by row: in another order, with strangers, without some, with bad rows and twice the same", async () => {
    const world = await manyAtOnce(userIds(6));
    await world.ticks(1);
    for (const id of userIds(6)) world.live.add(id);
    world.interfere = (ids) => {
      const rows = JSON.parse(answerFor(ids, world.live)).data as Record<string, unknown>[];
      const of = (id: string) => rows.find((row) => row["user_id"] === id)!;
      const contradiction = { ...of("1003"), alive: false };
      const bad = { user_id: "1004", status: "?" };
      const data = [
        { user_id: "9", alive: true },
        of("1002"),
        contradiction,
        bad,
        of("1000"),
        of("1003"),
        of("1002"),
        null,
      ];
      return { status: 200, body: JSON.stringify({ code: 0, data }) };
    };
    await world.ticks(1);
    const faults = Object.fromEntries(
      await Promise.all(userIds(6).map(async (id) => [id, (await world.target(id)).status] as const)),
    );
    const verdicts = Object.fromEntries(
      Object.entries(faults).map(([id, { verdict, fault }]) => [id, fault?.kind ?? verdict]),
    );
    expect(verdicts).toEqual({
      1000: "on",
      1001: "unknown",
      1002: "on",
      1003: "malformed",
      1004: "malformed",
      1005: "unknown",
    });
    // Two starts are no mass change.
    expect((await world.events("live.started")).map(({ target }) => target.params.userId).sort()).toEqual([
      "1000",
      "1002",
    ]);
  });

  test("that all share is one fault of the operation, not one for each of them", async () => {
    const world = await manyAtOnce(userIds(60));
    await world.ticks(1);
    // Of two calls, one is no JSON: half of the answers, though most of the creators.
    world.interfere = (ids) => (ids.length === 50 ? { status: 200, body: "<html>" } : null);
    await world.ticks(4);
    expect(await world.events("upstream.drifted")).toEqual([]);
    world.interfere = () => ({ status: 200, body: "<html>" });
    await world.ticks(12);
    expect(await world.events("upstream.drifted")).toHaveLength(1);
  });

  test("of which half flipped is doubted across calls", async () => {
    const world = await manyAtOnce(userIds(60));
    await world.ticks(2);
    for (const id of userIds(60)) world.live.add(id);
    await world.ticks(1);
    expect(await world.events("live.started")).toEqual([]);
    expect(await world.events("upstream.suspect")).toHaveLength(1);
    await world.ticks(1);
    expect(await world.events("live.started")).toHaveLength(60);
  });

  test.each([401, 429, 503])("of %i counts one call, and each creator waits", async (status) => {
    const world = await manyAtOnce(userIds(120), { variables: { UPSTREAM_POLLS_PER_MINUTE: "10" } });
    await world.ticks(1);
    world.interfere = () => ({ status, body: "" });
    const [calls] = await world.ticks(1);
    expect(calls!.length).toBeLessThanOrEqual(4);
    world.interfere = () => null;
    world.live.add("1000");
    await world.ticks(status === 503 ? 3 : 42);
    expect((await world.target("1000")).status).toMatchObject({ verdict: "on", fault: null });
  });
});

describe("a refused call", () => {
  test.each([400, 404, 422])(
    "of %i is halved until the creator is found whom the service dislikes, who is then asked for alone",
    async (status) => {
      const world = await manyAtOnce(userIds(100), { variables: { UPSTREAM_POLLS_PER_MINUTE: "60" } });
      world.interfere = (ids) => (ids.includes("1042") ? { status, body: "{}" } : null);
      const [first] = await world.ticks(1);
      expect(first!.length).toBeLessThanOrEqual(18);
      const lacking = async () =>
        (await world.cloud.api("GET", "/v1/targets?limit=200")).body.items.flatMap(
          ({ params, status: { verdict, fault } }: any) => (verdict === "off" && fault === null ? [] : params.userId),
        );
      expect(await lacking()).toEqual(["1042"]);
      // It is remembered: nobody else pays for it again.
      expect((await world.ticks(1))[0]!.filter((one) => one > 1)).toEqual([50, 49]);
      world.interfere = () => null;
      await world.ticks(8);
      expect(await lacking()).toEqual([]);
      expect((await world.ticks(2)).at(-1)).toEqual([50, 50]);
    },
  );

  test.each([413, 414, 400])("of %i for its size leads to smaller ones, which grow again with time", async (status) => {
    const world = await manyAtOnce(userIds(100));
    let most = 20;
    world.interfere = (ids) => (ids.length > most ? { status, body: "{}" } : null);
    await world.ticks(1);
    expect(await world.ticks(2)).toEqual([1, 2].map(() => [...Array.from({ length: 8 }, () => 12), 4]));
    expect((await world.cloud.api("GET", "/v1/status")).body.budget.asked).toBe(9);
    most = 50;
    await world.ticks(65);
    expect((await world.ticks(1))[0]).toEqual([50, 50]);
  });

  test("stays within the budget, and smaller ones go on in the next tick", async () => {
    const world = await manyAtOnce(userIds(50), { variables: { UPSTREAM_POLLS_PER_MINUTE: "2" } });
    world.interfere = (ids) => (ids.length > 3 ? { status: 400, body: "{}" } : null);
    const calls = await world.ticks(30);
    for (const [minute] of calls.entries())
      expect(calls.slice(0, minute + 1).flat().length).toBeLessThanOrEqual(2 * (minute + 1) + 2);
    expect(new Set(world.asked.filter(({ length }) => length <= 3).flat()).size).toBeGreaterThan(40);
  });

  test("whatever is asked is no reason to ask for everybody alone, and over when the service answers", async () => {
    const world = await manyAtOnce(userIds(100), { variables: { UPSTREAM_POLLS_PER_MINUTE: "60" } });
    await world.ticks(1);
    world.interfere = () => ({ status: 404, body: "{}" });
    const refused = await world.ticks(20);
    expect(Math.max(...refused.map(({ length }) => length))).toBeLessThanOrEqual(8);
    expect((await world.target("1000")).status.fault).toMatchObject({ kind: "gone", status: 404 });
    world.interfere = () => null;
    await world.ticks(6);
    expect((await world.ticks(2)).at(-1)).toEqual([50, 50]);
    expect((await world.target("1000")).status).toMatchObject({ verdict: "off", fault: null });
  });
});
