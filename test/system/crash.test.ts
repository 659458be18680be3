import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { until } from "../support/started.ts";
import { allPages, startOnRuntime, subscribeAll, type Hosted as System } from "../support/system.ts";

const STEPS = ["claim", "enqueue", "load", "read", "commit", "nudge", "take", "send", "settle"];
const LONG = Boolean(process.env["LONG"]);
const bothOf = (steps: string[]): string[] => steps.flatMap((step) => [`before-${step}`, `after-${step}`]);
/** Every moment between two steps of a poll, its commit, a send and its settling; without LONG those that lose or repeat most. */
const POINTS = LONG ? bothOf(STEPS) : ["before-commit", "after-send"];
const CREATORS = 45;
const START = Date.UTC(2026, 0, 5, 12);

let control: TestServer;
let system: System;
let armed: string | null = null;
let killed = 0;
let now = START;

beforeAll(async () => {
  control = await serve(async (request, _body, response) => {
    if (armed !== null && request.url === `/${armed}`) {
      armed = null;
      killed += 1;
      process.kill(system.host.pid(), "SIGKILL");
    }
    if (!response.destroyed) response.end("pass");
  });
  // The free plan's batches of 40, so that the queue takes part.
  system = await startOnRuntime({ CONTROL_URL: control.url, LIMITS: "tight" }, "test/support/crashing-worker.ts");
  for (let index = 0; index < CREATORS; index++) {
    const created = await system.api("POST", "/v1/targets", {
      kind: "live",
      name: `Creator ${index}`,
      params: { userId: String(1000 + index) },
      settings: { confirmOff: 1, graceSeconds: 0 },
    });
    expect(created.status).toBe(201);
  }
  await subscribeAll(system, ["webhook", "discord"], { events: ["live.*"] });
  await system.tick(now);
});

afterAll(async () => {
  await system?.stop();
  await control?.close();
});

const awake = () =>
  until(async () => (await fetch(`${system.base}/healthz`).catch(() => null))?.ok === true, "the runtime again");

/** Waits until nothing is under way any more, or nobody answers. */
const doneOrKilled = () => system.settled().catch(() => undefined);

const tick = async (seconds: number) => {
  now += seconds * 1000;
  await system.ticked(now, AbortSignal.timeout(20_000)).catch(() => null);
};

test.each(POINTS)("killed %s: no event and no delivery is lost, a repeat has the same id", async (point) => {
  const goingLive = system.upstream.live.size === 0;
  const eventsBefore = await allPages(system, "/v1/events?type=live.*");
  system.receiver.received.length = 0;
  for (let index = 0; index < CREATORS; index++) {
    if (goingLive) system.upstream.live.set(String(1000 + index), "7457312345678901234");
    else system.upstream.live.delete(String(1000 + index));
  }
  const before = killed;
  armed = point;
  // The nudge of a grouped message may come only with a later tick's work.
  for (let ticks = 0; ticks < 3 && killed === before; ticks++) {
    await tick(60);
    await doneOrKilled();
  }
  const reached = killed > before;
  armed = null;
  await awake();
  for (let ticks = 0; ticks < 5; ticks++) {
    await tick(60);
    await awake();
  }
  await system.settled();

  const events = (await allPages(system, "/v1/events?type=live.*")).slice(0, -eventsBefore.length || undefined);
  expect(events).toHaveLength(CREATORS);
  expect(new Set(events.map(({ targetId }) => targetId)).size).toBe(CREATORS);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set([goingLive ? "live.started" : "live.ended"]));

  const deliveries = await allPages(system, "/v1/deliveries");
  expect(deliveries.filter(({ status }) => status !== "sent")).toEqual([]);

  const hooks = system.receiver.received.filter(({ kind }) => kind === "webhook");
  const idsOf = new Map<string, Set<string>>();
  for (const { headers, body } of hooks) {
    const event = String((body["data"] as { id: string }).id);
    idsOf.set(event, (idsOf.get(event) ?? new Set()).add(headers["webhook-id"]!));
  }
  expect([...idsOf.keys()].sort()).toEqual(events.map(({ id }) => id).sort());
  expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
  expect(hooks.every(({ status }) => status === 204)).toBe(true);
  if (!reached && point !== "before-nudge" && point !== "after-nudge") throw new Error(`${point} was never reached`);
});

const FUTURE = Date.UTC(2099, 0, 5, 12);
const DIGEST_POINTS = bothOf(["issue", "order", "keep"]);

test.each(LONG ? DIGEST_POINTS : ["before-keep"])(
  "killed %s: a digest comes once, or again with the same id",
  async (point) => {
    // Ahead of the wall clock, by which the API would else look for the next time.
    now = Math.max(now, FUTURE);
    await tick(60);
    const channels = (await system.api("GET", "/v1/channels")).body.items as { id: string; kind: string }[];
    const channelId = channels.find(({ kind }) => kind === "webhook")!.id;
    const due = new Date(now + 60_000);
    const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    const { body } = await system.api("POST", "/v1/digests", { name: point, channelId, schedule });
    system.receiver.received.length = 0;
    const before = killed;
    armed = point;
    await tick(60);
    await doneOrKilled();
    for (let ticks = 0; ticks < 5; ticks++) {
      await awake();
      await tick(60);
    }
    armed = null;
    await awake();
    await system.settled();
    expect(killed).toBeGreaterThan(before);
    const digests = system.receiver.received.filter(({ body }) => body["type"] === "digest");
    expect(digests.length).toBeGreaterThan(0);
    expect(new Set(digests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [delivery, ...rest] = (await allPages(system, "/v1/deliveries")).filter(
      ({ digestId }) => digestId === body.id,
    );
    expect(delivery).toMatchObject({ status: "sent" });
    expect(rest).toEqual([]);
    await system.api("DELETE", `/v1/digests/${body.id}`);
  },
);

test.each(LONG ? DIGEST_POINTS : ["after-order"])(
  "killed %s: a digest of each list comes once, or again with the same id",
  async (point) => {
    now = Math.max(now, FUTURE);
    await tick(60);
    const channels = (await system.api("GET", "/v1/channels")).body.items as { id: string; kind: string }[];
    const channelId = channels.find(({ kind }) => kind === "webhook")!.id;
    for (const n of [1, 2, 3]) {
      const { body } = await system.api("POST", "/v1/watchlists", { name: `${point} ${n}` });
      const target = { kind: "live", name: `Of ${n}`, params: { userId: String(9000 + n) }, watchlistId: body.id };
      expect((await system.api("POST", "/v1/targets", target)).status).toBe(201);
    }
    const due = new Date(now + 60_000);
    const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    const digest = { name: `${point} lists`, channelId, schedule, perWatchlist: true, sections: ["airtime"] };
    const { body } = await system.api("POST", "/v1/digests", digest);
    system.receiver.received.length = 0;
    const before = killed;
    armed = point;
    await tick(60);
    await doneOrKilled();
    for (let ticks = 0; ticks < 6; ticks++) {
      await awake();
      await tick(60);
    }
    armed = null;
    await awake();
    await system.settled();
    expect(killed).toBeGreaterThan(before);
    const idsOf = new Map<string, Set<string>>();
    for (const { headers, body: sent } of system.receiver.received) {
      if (sent["type"] !== "digest") continue;
      const { watchlistName } = sent["data"] as { watchlistName: string };
      idsOf.set(watchlistName, (idsOf.get(watchlistName) ?? new Set()).add(headers["webhook-id"]!));
    }
    const lists = (await allPages(system, "/v1/watchlists")).map(({ name }) => name as string);
    expect([...idsOf.keys()].sort()).toEqual(lists.sort());
    expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(lists.length);
    const sent = (await allPages(system, "/v1/deliveries")).filter(({ digestId }) => digestId === body.id);
    expect(sent.map(({ status }) => status)).toEqual(lists.map(() => "sent"));
    await system.api("DELETE", `/v1/digests/${body.id}`);
  },
);

test.each(["before-write", "after-write"])(
  "killed %s: one is made once, and its key has the first answer",
  async (point) => {
    const entries = async () => (await allPages(system, "/v1/audit")).filter(({ status }) => status === 201);
    const send = () =>
      fetch(`${system.base}/v1/watchlists`, {
        method: "POST",
        headers: { ...system.headers, "content-type": "application/json", "idempotency-key": point },
        body: JSON.stringify({ name: point }),
        signal: AbortSignal.timeout(20_000),
      });
    const notified = (await entries()).length;
    const before = killed;
    armed = point;
    expect(
      await send().then(
        ({ status }) => status >= 500,
        () => true,
      ),
    ).toBe(true);
    expect(killed).toBe(before + 1);
    await awake();
    const lists = async () => (await allPages(system, "/v1/watchlists")).filter(({ name }) => name === point);
    expect(await lists()).toHaveLength(point === "after-write" ? 1 : 0);
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const replayed = answers.map(({ headers }) => headers.get("idempotency-replayed"));
    expect(replayed).toEqual([point === "after-write" ? "true" : null, "true"]);
    const [first, second] = [await answers[0]!.json(), await answers[1]!.json()];
    expect(second).toEqual(first);
    expect(await lists()).toEqual([first]);
    expect(await entries()).toHaveLength(notified + 1);
  },
);
