import { afterEach, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { allPages, startOnRuntime, subscribeAll, type System } from "../support/system.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const ROUNDS = process.env["LONG"] ? 4 : 1;
const CREATORS = process.env["LONG"] ? 120 : 40;
const settings = { confirmOff: 1, graceSeconds: 0 };

let system: System;
afterEach(() => system.stop());

const ticked = (at: number) => system.ticked(at).then(({ status }) => status);

/** Waits until the careless queues are empty: what they lost keeps the system busy, and only they know. */
async function emptied(): Promise<void> {
  while ((await (await fetch(`${system.base}/waiting-messages`)).json()) !== 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A fifth of the creators goes live or ends, so that no batch flips by half. */
function flip(round: number): void {
  for (const userId of userIds(CREATORS).filter((_, index) => index % 5 === round % 5)) {
    if (system.upstream.live.has(userId)) system.upstream.live.delete(userId);
    else system.upstream.live.set(userId, "7457312345678901234");
  }
}

/** What each creator should have been told, in order. */
const expected = (rounds: number): string[] => {
  const notified: string[] = [];
  const live = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    for (const userId of userIds(CREATORS).filter((_, index) => index % 5 === round % 5)) {
      notified.push(`${userId} ${live.has(userId) ? "live.ended" : "live.started"}`);
      if (!live.delete(userId)) live.add(userId);
    }
  }
  return notified.sort();
};

async function notifiedAndSent(rounds: number): Promise<void> {
  const events = await allPages(system, "/v1/events?type=live.*");
  expect(events.map(({ target, type }) => `${target.params.userId} ${type}`).sort()).toEqual(expected(rounds));
  const deliveries = await allPages(system, "/v1/deliveries");
  expect(deliveries.filter(({ status }) => status !== "sent")).toEqual([]);
  const sentIds = system.receiver.received.map(({ body }) => (body["data"] as { id: string }).id);
  expect([...new Set(sentIds)].sort()).toEqual(events.map(({ id }) => id).sort());
}

test("a queue that loses, repeats and reorders makes no event twice and loses none", async () => {
  system = await startOnRuntime({ LIMITS: "tight" }, "test/support/careless-worker.ts");
  await addCreators(system, userIds(CREATORS), { settings });
  await subscribeAll(system, ["webhook"], { events: ["live.*"] });
  let now = START;
  // A lost batch is polled again when its lease is over: two minutes of tick time, and again if that is lost too.
  const tickUntil = async (isDone: () => Promise<boolean>) => {
    for (let n = 0; n < 28 && !(await isDone()); n++) {
      expect(await ticked((now += MINUTE))).toBe(200);
      await emptied();
    }
  };
  await tickUntil(async () => (await allPages(system, "/v1/targets")).every(({ status }) => status.lastOkAt !== null));
  for (let round = 0; round < ROUNDS; round++) {
    flip(round);
    const { length } = expected(round + 1);
    await tickUntil(async () => (await allPages(system, "/v1/deliveries?status=sent")).length >= length);
  }
  // What is repeated or late arrives too.
  for (let n = 0; n < 3; n++) {
    expect(await ticked((now += MINUTE))).toBe(200);
    await emptied();
  }
  await notifiedAndSent(ROUNDS);
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of system.receiver.received) {
    const event = (body["data"] as { id: string }).id;
    ids.set(event, (ids.get(event) ?? new Set()).add(headers["webhook-id"]!));
  }
  expect([...ids.values()].every((one) => one.size === 1)).toBe(true);
});

test("a cron that skips, doubles, overlaps and goes back makes no event twice and loses none", async () => {
  system = await startOnRuntime({ LIMITS: "tight", UPSTREAM_POLLS_PER_MINUTE: "400" });
  await addCreators(system, userIds(CREATORS), { settings });
  await subscribeAll(system, ["webhook"], { events: ["live.*"] });
  await system.tick(START);
  let now = START;
  for (let round = 0; round < ROUNDS; round++) {
    flip(round);
    // Skipped: three minutes pass. Doubled and overlapping: the same and the next tick side by side. Back: an old one again.
    now += 3 * MINUTE;
    const statuses = await Promise.all([
      ticked(now),
      ticked(now),
      ticked(now + MINUTE),
      ticked(now),
      ticked(now - 4 * MINUTE),
    ]);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    now += MINUTE;
    expect(await ticked(now - 2 * MINUTE)).toBe(200);
    await system.tick((now += MINUTE));
    await system.tick((now += MINUTE));
  }
  await notifiedAndSent(ROUNDS);
  const twice = (await allPages(system, "/v1/deliveries")).filter(({ attempts }) => attempts.length > 1);
  expect(twice).toEqual([]);
  expect(new Set(system.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(
    system.receiver.received.length,
  );
});

test("the same tick twice calls the upstream once", async () => {
  system = await startOnRuntime();
  await addCreators(system, userIds(10));
  await system.tick(START);
  await system.tick(START);
  await system.tick(START - MINUTE);
  expect(system.upstream.calls).toHaveLength(10);
});

test("overlapping ticks never overdraw the budget", async () => {
  system = await startOnRuntime({ UPSTREAM_POLLS_PER_MINUTE: "30" });
  await addCreators(system, userIds(100));
  await Promise.all(Array.from({ length: 8 }, (_, n) => ticked(START + n)));
  await system.settled();
  expect(system.upstream.calls.length).toBeLessThanOrEqual(30);
  expect(system.upstream.calls.length).toBeGreaterThan(20);
});
