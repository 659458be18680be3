import { afterEach, expect, test, vi } from "vitest";
import type { Breaker, Breakers } from "../../core/breaker.ts";
import { factsOf } from "../../core/facts.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { err, ok } from "../../core/result.ts";
import { plainOperation } from "../../../test/support/readings.ts";
import { live } from "../../targets/live/kind.ts";
import type { WatchedTarget } from "./batch.ts";
import type { Read } from "./calls.ts";
import { readAll } from "./read.ts";

const AT = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

afterEach(() => vi.restoreAllMocks());

/** Off the air a minute ago; `since` where it has been on since then. */
const watched = (userId: string, since: number | null = null): WatchedTarget => ({
  id: `tgt_${userId}`,
  kind: "live",
  name: userId,
  watchlistId: "wl_default",
  params: { userId },
  settings: { ...live.stored.settings({}) },
  announceInitial: false,
  intervalSeconds: 60,
  sheetId: 1,
  revision: 0,
  judgedAt: AT - MINUTE,
  state: JSON.stringify({
    verdict: since === null ? "off" : "on",
    since: since ?? AT - MINUTE,
    session: since === null ? null : { id: "ses_1", room: "7100", startedAt: since, lastOnAt: null, toldAt: since },
    flip: null,
    baseline: false,
  }),
  consecutiveFaults: 0,
  lastOkAt: AT - MINUTE,
  onAir: since !== null,
  unknownSince: null,
  expectedAt: null,
  expectedConfidence: null,
});

const bodies: Record<string, object> = {
  "live.check": { code: 0, data: { data: [{ alive: true, room_id: "7100" }] } },
  "live.info": { code: 0, data: { room: { title: "Hello" } } },
  "user.info": { code: 0, data: { user: { nickname: "Maria" } } },
};
const fields = { title: "/data/room/title", name: "/data/user/nickname" };

/** Reads targets who are all on the air, and says which calls it made. */
async function reading(
  targets: WatchedTarget[],
  how: {
    answer?: (operation: string, userId: string) => ReturnType<Read> | null;
    most?: number;
    all?: number;
    heldBack?: number;
    laterToo?: boolean;
    deadline?: AbortSignal;
    configured?: string[];
    breakers?: Breakers;
    tests?: boolean;
    sideBySide?: number;
  } = {},
) {
  const asked: string[] = [];
  const bugs: unknown[] = [];
  const read: Read = async ({ operation: name, values }) => {
    asked.push(`${name} ${String(values["userId"])}`);
    const own = (await how.answer?.(name, String(values["userId"]))) ?? null;
    if (own !== null) return own;
    const body = bodies[name] as never;
    const operation = { ...plainOperation(name), fields };
    return ok({ body, operation, facts: factsOf(body, fields, PUBLIC_ONLY) });
  };
  const { most: max = 100, all = 200, heldBack = 0, laterToo = true } = how;
  const answers = await readAll(
    targets.map((target) => ({ target, lastAt: AT - MINUTE, calls: 1 })),
    AT,
    { most: max, all, heldBack, laterToo },
    {
      read,
      widthAt: () => how.sideBySide ?? 6,
      wallNow: () => 0,
      configured: (operation) => how.configured?.includes(operation) ?? true,
      deadline: () => how.deadline ?? new AbortController().signal,
      closes: ({ status }) => status === 429,
      late: () => false,
      breakers: how.breakers ?? {},
      tests: how.tests ?? true,
      bug: (thrown) => bugs.push(thrown),
    },
  );
  const notified = Object.fromEntries(
    answers.seen.map(({ target, seen }) => [target.name, seen?.ok ? ((seen.value as any).told?.info ?? null) : seen]),
  );
  return { ...answers, asked, told: notified, bugs };
}

test("every check comes before what is optional, starts before others, one call of each before the second of any", async () => {
  const {
    asked,
    told: notified,
    made: created,
    seen,
  } = await reading([watched("1", AT - 10 * MINUTE), watched("2"), watched("3")]);
  expect(asked).toEqual([
    "live.check 1",
    "live.check 2",
    "live.check 3",
    "live.info 2",
    "live.info 3",
    "live.info 1",
    "user.info 2",
    "user.info 3",
    "user.info 1",
  ]);
  expect(notified["2"]).toEqual({ title: "Hello", name: "Maria" });
  expect(created).toBe(9);
  // What is optional is nothing that the next grant must hold.
  expect(seen.map((one) => one.asked)).toEqual([1, 1, 1]);
});

test("no more is asked than was granted, and checks take none of what is kept for the optional", async () => {
  const tight = await reading([watched("1"), watched("2"), watched("3")], { most: 2, all: 3 });
  expect(tight.asked).toEqual(["live.check 1", "live.check 2", "live.info 1"]);
  expect(tight.told).toEqual({ 1: { title: "Hello" }, 2: null, 3: null });
  expect(tight.missed).toEqual([]);
});

test("one deadline ends all that is optional, though a call never answers; what came before it is told", async () => {
  const ending = new AbortController();
  const work = reading([watched("1"), watched("2")], {
    deadline: ending.signal,
    answer: (operation, userId) => (operation === "live.info" && userId === "2" ? new Promise(() => undefined) : null),
  });
  await new Promise((resolve) => setImmediate(resolve));
  ending.abort();
  const { told: notified, asked, missed } = await work;
  expect(notified).toEqual({ 1: { title: "Hello" }, 2: null });
  expect(asked.filter((call) => call.startsWith("user.info"))).toEqual([]);
  expect(missed).toEqual([{ operation: "live.info", count: 1, detail: "no answer in time" }]);
});

test("a refusal ends all calls; any other failure, a throw too, is a failure of that call alone", async () => {
  const refused = await reading([watched("1")], {
    answer: async () => err({ kind: "throttled", status: 429, detail: "slow down" }),
  });
  expect(refused).toMatchObject({ asked: ["live.check 1"], closedBy: { status: 429 } });
  const thrown = await reading([watched("1")], {
    answer: (operation) => (operation === "live.info" ? Promise.reject(new Error("gone")) : null),
  });
  expect(thrown).toMatchObject({
    told: { 1: { name: "Maria" } },
    closedBy: null,
    missed: [{ operation: "live.info" }],
  });
  expect(thrown.bugs).toHaveLength(1);
});

const refusal = (status: number) => err({ kind: "refused" as const, status, detail: `the service answered ${status}` });

test.each([401, 428, 429])(
  "an optional operation's %i opens its own breaker and stops nothing else",
  async (status) => {
    const {
      asked,
      closedBy,
      breakers,
      told: notified,
    } = await reading([watched("1"), watched("2"), watched("3")], {
      answer: async (operation) => (operation === "live.info" ? refusal(status) : null) as never,
    });
    expect(closedBy).toBeNull();
    expect(Object.keys(breakers)).toEqual(["live.info"]);
    expect(breakers["live.info"]).toMatchObject({ status, since: AT, strikes: 1 });
    // Calls in flight aside, and these were side by side, nobody asks again; the others are asked as ever.
    expect(asked.filter((call) => call.startsWith("live.check"))).toHaveLength(3);
    expect(asked.filter((call) => call.startsWith("user.info"))).toHaveLength(3);
    expect(notified["1"]).toEqual({ name: "Maria" });
  },
);

test("an operation that refuses is not called again in its batch, others are", async () => {
  const { asked } = await reading([watched("1"), watched("2"), watched("3")], {
    sideBySide: 1,
    answer: async (operation) => (operation === "live.info" ? refusal(429) : null) as never,
  });
  expect(asked.filter((call) => call.startsWith("live.info"))).toHaveLength(1);
  expect(asked.filter((call) => call.startsWith("user.info"))).toHaveLength(3);
});

test("an open breaker keeps calls from being made; after its time one call tests it, and in one batch alone", async () => {
  const breaker: Breaker = { reason: "unauthorized", status: 401, since: AT - MINUTE, until: AT + 1, strikes: 1 };
  const people = [watched("1"), watched("2"), watched("3")];
  const info = (asked: string[]) => asked.filter((call) => call.startsWith("live.info"));
  const open = await reading(people, { breakers: { "live.info": breaker } });
  expect(info(open.asked)).toEqual([]);
  expect(open.breakers).toEqual({});

  const over = { "live.info": { ...breaker, until: AT } };
  const refused = await reading(people, {
    breakers: over,
    answer: async (operation) => (operation === "live.info" ? refusal(401) : null) as never,
  });
  expect(info(refused.asked)).toHaveLength(1);
  expect(refused.breakers["live.info"]).toMatchObject({ strikes: 2, since: AT - MINUTE, until: AT + 600_000 });

  const well = await reading(people, { breakers: over });
  expect(well.breakers).toEqual({ "live.info": null });
  expect(info((await reading(people, { breakers: over, tests: false })).asked)).toEqual([]);
});

test("what cannot be called is not asked, nor is anything of who goes on or is off", async () => {
  const { asked, told: notified } = await reading([watched("1"), watched("2", AT - 5 * MINUTE)], {
    configured: ["user.info"],
  });
  expect(asked).toEqual(["live.check 1", "live.check 2", "user.info 1"]);
  expect(notified).toEqual({ 1: { name: "Maria" }, 2: null });
});

test("where no call is spare some are read last, and give theirs to starts; without one every call is a check", async () => {
  const onAir = [watched("1", AT - MINUTE), watched("2", AT - MINUTE), watched("3", AT - MINUTE)];
  const room = { most: 3, all: 3, heldBack: 1 };
  const quiet = await reading(onAir, room);
  expect(quiet.asked).toEqual(["live.check 1", "live.check 2", "live.check 3"]);
  const start = await reading([watched("1", AT - MINUTE), watched("2"), watched("3", AT - MINUTE)], room);
  expect(start.asked).toEqual(["live.check 2", "live.check 1", "live.info 2"]);
  expect(start.made).toBe(3);
  // Who was read last was not asked, and is due at once.
  expect(start.told).toEqual({ 1: null, 2: { title: "Hello" }, 3: null });
  expect(start.seen.find(({ target }) => target.name === "3")!.seen).toBeNull();
  const later = [watched("1", AT - 10 * MINUTE), watched("2", AT - 10 * MINUTE)];
  const two = { most: 2, all: 2, heldBack: 1 };
  expect((await reading(later, { ...two, laterToo: false })).asked).toEqual(["live.check 1", "live.check 2"]);
  expect((await reading(later, { ...two, laterToo: true })).asked).toEqual(["live.check 1", "live.info 1"]);
});
