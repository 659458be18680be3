import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { targetKinds } from "../../src/kinds/registry.ts";
import { fakeTime, listen, platform, watch, type Platform } from "../support/platform.ts";
import { refusingWorld, START, type RefusingWorld } from "../support/refusing-world.ts";

describe("unknown", () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 0, 5, 12);

  fakeTime(START);

  interface World extends Platform {
    /** Who is live, by user id. */
    live: Set<string>;
    /** The live check's answer for these, instead of the truth. */
    silenced: Map<string, object>;
    /** Runs a tick every minute, until this many minutes after the start. */
    until(minute: number): Promise<void>;
    /** Minutes of a user's live checks so far. */
    checksOf(userId: string): number[];
  }

  async function world(userIds: string[], variables: Record<string, string> = {}): Promise<World> {
    const cloud = await platform(variables);
    const [live, silenced] = [new Set<string>(), new Map<string, object>()];
    const checks: { userId: string; minute: number }[] = [];
    let minute = 0;
    cloud.outside = (url) => {
      if (!url.startsWith("https://upstream.example")) return { status: 204, body: "" };
      const userId = /user_id=(\d+)/.exec(url)?.[1] ?? "";
      if (url.includes("/live/check")) checks.push({ userId, minute });
      const on = live.has(userId);
      const truth = { code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } };
      const answer = {
        status: 200,
        body: silenced.get(userId) ?? silenced.get("*") ?? truth,
        ...statusOf(silenced, userId),
      };
      return { ...answer, body: JSON.stringify(answer.body) };
    };
    await watch(cloud, userIds, { settings: { graceSeconds: 0, confirmOff: 1 } });
    return Object.assign(cloud, {
      live,
      silenced,
      async until(last: number) {
        while (minute < last) expect(await cloud.tick(START + ++minute * MINUTE)).toBe(true);
      },
      checksOf: (userId: string) => checks.filter((one) => one.userId === userId).map((one) => one.minute),
    });
  }

  /** An answer that is an HTTP failure is reported itself. */
  function statusOf(silenced: Map<string, object>, userId: string): { status?: number } {
    const { status } = (silenced.get(userId) ?? silenced.get("*") ?? {}) as { status?: number };
    return status === undefined ? {} : { status };
  }

  const NO_VERDICT = {
    "an empty list": { code: 0, data: { data: [] } },
    "null data": { code: 0, data: null },
    "a verdict that is not listed": { code: 0, data: { data: [{ alive: "maybe", room_id: 1 }] } },
    "a failure": { status: 500 },
  };

  const iso = (minute: number) => new Date(START + minute * MINUTE).toISOString();
  const targetsOf = async (cloud: World) => (await cloud.api("GET", "/v1/targets?limit=200")).body.items;

  describe.each(Object.entries(NO_VERDICT))("if every live check answers with %s", (_, answer) => {
    // That every check fails is news by itself, and explains the unknown state.
    const reason = "status" in answer ? "upstream_failing" : "upstream_unknown";

    test("everyone is unknown after ten minutes, health says so, and operators are notified once, and once when it is over", async () => {
      const cloud = await world(["1", "2", "3", "4"]);
      const reported = await listen(cloud, ["system.*", "target.unknown", "target.known"]);
      cloud.live.add("1");
      await cloud.until(5);
      cloud.silenced.set("*", answer);
      await cloud.until(14);
      for (const { status } of await targetsOf(cloud)) expect(status.unknownSince).toBeNull();
      expect((await cloud.api("GET", "/v1/status")).body.liveNow).toMatchObject([{ unknownSince: null }]);
      expect((await cloud.health(START + 14 * MINUTE)).reasons).not.toContain("upstream_unknown");

      await cloud.until(22);
      for (const { status } of await targetsOf(cloud)) expect(status.unknownSince).toBe(iso(5));
      const { upstream, liveNow } = (await cloud.api("GET", "/v1/status")).body;
      expect(liveNow).toMatchObject([{ name: "user 1", unknownSince: iso(5) }]);
      expect(upstream.status).not.toBe("ok");
      expect((await cloud.health(START + 22 * MINUTE)).reasons).toContain("upstream_unknown");
      await cloud.until(90);
      const types = async (type: string) => (await cloud.api("GET", `/v1/events?type=${type}&limit=200`)).body.items;
      const about = (items: any[]) =>
        items.filter(({ data }) => ["upstream_unknown", "upstream_failing"].includes(data.reason));
      expect(about(await types("system.degraded"))).toMatchObject([{ data: { reason } }]);
      const unknown = await types("target.unknown");
      expect(unknown.map(({ targetId }: any) => targetId).toSorted()).toEqual(
        (await targetsOf(cloud)).map(({ id }: any) => id).toSorted(),
      );
      expect(unknown[0]).toMatchObject({ data: { since: iso(5) }, window: { from: iso(5) } });
      // Neither the end nor anything else is claimed about a creator who was live.
      expect(await types("live.ended")).toEqual([]);

      cloud.silenced.clear();
      await cloud.until(105);
      expect(about(await types("system.recovered"))).toMatchObject([{ data: { reason } }]);
      expect(await types("target.known")).toHaveLength(4);
      expect(await types("target.unknown")).toHaveLength(4);
      for (const { status } of await targetsOf(cloud)) expect(status.unknownSince).toBeNull();
      expect((await cloud.api("GET", "/v1/status")).body.liveNow).toMatchObject([{ unknownSince: null }]);
      expect(reported.filter((body) => body.includes("know again whether"))).not.toEqual([]);
    });
  });

  test("a third of all is no incident: each of them is unknown, and the others are known", async () => {
    const users = Array.from({ length: 9 }, (_, n) => String(n + 1));
    const cloud = await world(users);
    for (const user of users) cloud.live.add(user);
    await cloud.until(3);
    for (const user of ["1", "2", "3"]) cloud.silenced.set(user, NO_VERDICT["an empty list"]);
    await cloud.until(30);
    expect((await cloud.health(START + 30 * MINUTE)).reasons).toEqual([]);
    const { liveNow } = (await cloud.api("GET", "/v1/status")).body;
    expect(
      liveNow
        .filter((one: any) => one.unknownSince !== null)
        .map((one: any) => one.name)
        .toSorted(),
    ).toEqual(["user 1", "user 2", "user 3"]);
    expect(liveNow).toHaveLength(9);
  });

  test("three polls of a target with a longer interval take longer than ten minutes", async () => {
    const cloud = await world([]);
    await watch(cloud, ["7"], { intervalSeconds: 600 });
    await cloud.until(1);
    cloud.silenced.set("*", NO_VERDICT["an empty list"]);
    await cloud.until(30);
    expect((await targetsOf(cloud))[0].status.unknownSince).toBeNull();
    await cloud.until(41);
    expect((await targetsOf(cloud))[0].status.unknownSince).toBe(iso(1));
  });

  test("a target that is never polled is unknown too: batches that the queue keeps losing", async () => {
    const users = Array.from({ length: 190 }, (_, n) => String(n + 1));
    const cloud = await world(users, { LIMITS: "tight" });
    for (const user of users) cloud.live.add(user);
    await cloud.until(2);
    cloud.queue = "loses";
    await cloud.until(40);
    const { items } = (await cloud.api("GET", "/v1/targets?limit=200")).body;
    const polled = (user: string) => Math.max(...cloud.checksOf(user));
    const late = items.filter(({ params }: any) => 40 - polled(params.userId) >= 11);
    // Lost targets are assigned again: most are polled within ten minutes. The others are reported as unknown.
    expect(late.length).toBeGreaterThan(5);
    for (const { status } of late) expect(status.unknownSince).not.toBeNull();
    // Who is live is read from the rows, as ticks have written them.
    const { liveNow } = (await cloud.api("GET", "/v1/status")).body;
    const listed = liveNow.filter(({ targetId }: any) => late.some(({ id }: any) => id === targetId));
    expect(listed.length).toBeGreaterThan(5);
    for (const { unknownSince } of listed) expect(unknownSince).not.toBeNull();
    for (const { params, status } of items)
      if (40 - polled(params.userId) < 9) expect([params.userId, status.unknownSince]).toEqual([params.userId, null]);
  });

  test("while no call may start, nothing is known for longer than ten minutes", async () => {
    const cloud = await world(["1", "2"]);
    cloud.live.add("1");
    await cloud.until(3);
    cloud.silenced.set("*", { status: 401 });
    await cloud.until(12);
    for (const { status } of await targetsOf(cloud)) expect(status.unknownSince).toBeNull();
    await cloud.until(15);
    for (const { status } of await targetsOf(cloud)) expect(status.unknownSince).toBe(iso(3));
    expect((await cloud.api("GET", "/v1/status")).body.liveNow).toMatchObject([{ unknownSince: iso(3) }]);
  });

  test("when ticks stop, nothing is known ten minutes later, by the wall clock", async () => {
    const cloud = await world(["1"]);
    cloud.live.add("1");
    await cloud.until(3);
    vi.setSystemTime(START + 12 * MINUTE);
    expect((await targetsOf(cloud))[0].status.unknownSince).toBeNull();
    vi.setSystemTime(START + 14 * MINUTE);
    expect((await targetsOf(cloud))[0].status.unknownSince).toBe(iso(3));
    // The first tick after it polls everyone, and calls nobody unknown.
    await cloud.tick(START + 14 * MINUTE);
    expect((await targetsOf(cloud))[0].status.unknownSince).toBeNull();
    expect((await cloud.api("GET", "/v1/events?type=target.unknown")).body.items).toEqual([]);
  });

  test("the first tick after a gap records nobody as unknown, although its calls do not reach all", async () => {
    const cloud = await world(["1", "2", "3"], { UPSTREAM_POLLS_PER_MINUTE: "1" });
    await cloud.until(12);
    expect((await cloud.api("GET", "/v1/events?type=target.unknown")).body.items).toEqual([]);
    await cloud.tick(START + 60 * MINUTE);
    expect((await cloud.api("GET", "/v1/events?type=target.unknown")).body.items).toEqual([]);
    // Targets that still wait at the next tick are unknown.
    await cloud.tick(START + 61 * MINUTE);
    expect((await cloud.api("GET", "/v1/events?type=target.unknown")).body.items).not.toEqual([]);
  });

  describe.each([401, 428, 429])("an optional operation that answers %i", (status) => {
    const refusing = async (operation: string): Promise<World> => {
      const cloud = await world(["1", "2", "3"]);
      const own = cloud.outside;
      cloud.outside = (url, body) => (url.includes(operation) ? { status, body: "{}" } : own(url, body));
      return cloud;
    };

    test("as live.info delays no live check, opens no breaker of all calls and is reported nowhere", async () => {
      const cloud = await refusing("/live/info");
      await cloud.until(2);
      cloud.live.add("1");
      await cloud.until(16);
      for (const user of ["1", "2", "3"])
        expect(cloud.checksOf(user)).toEqual(Array.from({ length: 16 }, (_, minute) => minute + 1));
      expect((await cloud.api("GET", "/v1/events?type=upstream.*")).body.items).toEqual([]);
      expect((await cloud.api("GET", "/v1/events?type=live.started")).body.items).toHaveLength(1);
      expect((await cloud.health(START + 16 * MINUTE)).reasons).toEqual([]);
      // One call opened the breaker, another one tests it after its pause.
      const requested = cloud.calls.filter((url) => url.includes("/live/info"));
      expect(requested.length).toBeLessThanOrEqual(status === 429 ? 5 : 2);
    });

    test("as user.resolve rejects a target added by handle, and stops nothing", async () => {
      const cloud = await refusing("/user/resolve");
      await cloud.until(2);
      const body = { kind: "live", name: "Ana", params: { handle: "ana" } };
      expect((await cloud.api("POST", "/v1/targets", body)).status).toBe(422);
      // Imported targets wait for ticks to resolve them, and take no call from others meanwhile.
      await watch(cloud, [], {});
      const row = [{ kind: "live", name: "Bea", params: { handle: "bea" } }];
      expect((await cloud.api("POST", "/v1/targets/import", row)).status).toBe(200);
      await cloud.until(4);
      await cloud.until(16);
      for (const user of ["1", "2", "3"])
        expect(cloud.checksOf(user)).toEqual(Array.from({ length: 16 }, (_, minute) => minute + 1));
      expect((await cloud.api("GET", "/v1/events?type=upstream.*")).body.items).toEqual([]);
      const requested = cloud.calls.filter((url) => url.includes("/user/resolve"));
      expect(requested.length).toBeLessThanOrEqual(status === 429 ? 6 : 3);
      const { items } = (await cloud.api("GET", "/v1/targets?q=Bea")).body;
      expect(items[0].status).toMatchObject({ consecutiveFaults: 0, verdict: "unknown" });
    });
  });
});

describe("unknown events", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
    for (const name of ["log", "error"] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  interface Known {
    id: string;
    kind: string;
    status: { unknownSince: string | null };
  }
  interface Notified {
    type: string;
    targetId: string;
    data: { since: string };
    occurredAt: string;
  }

  const listOf = async <One>({ cloud }: RefusingWorld, path: string): Promise<One[]> =>
    (await cloud.api("GET", `${path}limit=200`)).body.items as One[];

  /** The kinds that are unknown now. What events say of each target is what its status says, and they alternate. */
  async function unknownKinds(world: RefusingWorld): Promise<string[]> {
    const notified = (await listOf<Notified>(world, "/v1/events?type=target.*&")).toReversed();
    const targets = await listOf<Known>(world, "/v1/targets?");
    for (const { id, kind, status } of targets) {
      const own = notified.filter(({ type, targetId }) => targetId === id && type.endsWith("known"));
      const types = own.map(({ type }) => type);
      expect([kind, types]).toEqual([kind, types.map((_, n) => (n % 2 === 0 ? "target.unknown" : "target.known"))]);
      const last = own.at(-1);
      expect([kind, last?.type === "target.unknown" ? last.data.since : null]).toEqual([kind, status.unknownSince]);
    }
    return [...new Set(targets.flatMap(({ kind, status }) => (status.unknownSince === null ? [] : kind)))].toSorted();
  }

  const beside = Object.keys(targetKinds).filter((kind) => kind !== "live");

  test.each([401, 500] as const)(
    "of every kind, events say when a state is unknown, at a service that answers %s",
    async (failure) => {
      const refusal = { operation: "*", failure, from: 10, to: 60 };
      const world = await refusingWorld({ creators: 2, beside, each: 1 }, refusal, []);
      await world.pass(0, 15);
      expect(await unknownKinds(world)).toEqual([]);
      await world.pass(15, 20);
      expect(await unknownKinds(world)).toEqual(["live"]);
      await world.pass(20, 59);
      expect(await unknownKinds(world)).toEqual(["list", "live", "ranking", "record"]);
      await world.pass(59, 80);
      expect(await unknownKinds(world)).toEqual([]);
      // Nothing runs for four hours.
      await world.pass(320, 322);
      expect(await unknownKinds(world)).toEqual([]);
      const lost = await world.events("target.unknown");
      expect(new Set(lost.map(({ kind }) => kind))).toEqual(
        new Set(["list", "live", "ranking", "record", "hashtag", "products"]),
      );
    },
  );
});
