import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { targetKinds } from "../../src/kinds/registry.ts";
import { refusingWorld, START, type Failure, type Refusal, type RefusingWorld } from "../support/refusing-world.ts";

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

const FAILURES: Failure[] = [401, 403, 428, 429, 500, "hang"];
const WORDS: Partial<Record<Failure, string>> = { 401: "unauthorized", 428: "key_expired", 429: "throttled" };
const OPERATIONS = Object.fromEntries(
  Object.values(targetKinds).map(({ kind, operations }) => [kind, operations[0]!.name]),
);
const KINDS = Object.keys(OPERATIONS).filter((kind) => kind !== "live");
const OPTIONAL = ["live.info", "user.info"];

const CREATORS = 8;
/** A budget for half of what is needed. */
const SCARCE = 5;
/** The operation fails for this hour; before it all is well, and afterwards again. */
const [FROM, TO, END] = [15, 75, 135];
/** Streams that begin before, during and after that hour, and end in it or later. */
const STREAMS = [
  { creator: 0, from: 8, to: 40 },
  { creator: 1, from: 25, to: 50 },
  { creator: 2, from: 60, to: 85 },
  { creator: 3, from: 90, to: 100 },
];

interface Case {
  operation: string;
  failure: Failure;
  beside: string;
  /** More calls per minute than needed, or fewer. */
  perMinute: number;
}

const cases = (operations: string[]): Case[] =>
  operations.flatMap((operation) =>
    FAILURES.flatMap((failure) =>
      KINDS.flatMap((beside) => [100, SCARCE].map((perMinute) => ({ operation, failure, beside, perMinute }))),
    ),
  );

/** The kinds that a case needs: the one that the operation polls, and the one beside it. */
const kindsIn = ({ operation, beside }: Case): string[] =>
  KINDS.filter((kind) => kind === beside || OPERATIONS[kind] === operation);

const within = (minutes: number[] = [], from = FROM, to = TO): number =>
  minutes.filter((minute) => minute >= from && minute < to).length;

async function run(one: Case, refusal: Refusal | null): Promise<RefusingWorld> {
  vi.setSystemTime(START);
  const variables = { UPSTREAM_POLLS_PER_MINUTE: String(one.perMinute), UPSTREAM_TIMEOUT_MS: "2000" };
  const world = await refusingWorld({ creators: CREATORS, beside: kindsIn(one), each: 3 }, refusal, STREAMS, variables);
  await world.pass(0, END);
  return world;
}

/** Nobody was unknown but the targets that the operation polls, and these are known again. */
async function onlyUnknown(world: RefusingWorld, operation: string): Promise<void> {
  const [lost, found] = [await world.events("target.unknown"), await world.events("target.known")];
  expect(new Set(lost.map(({ kind }) => OPERATIONS[kind]))).toEqual(new Set(lost.length > 0 ? [operation] : []));
  const ids = (notified: { targetId: string }[]) => notified.map(({ targetId }) => targetId).toSorted();
  expect(ids(found)).toEqual(ids(lost));
}

/** Whoever was told is no longer said to be live. */
async function allEnded(world: RefusingWorld): Promise<void> {
  const [started, ended] = [await world.events("live.started"), await world.events("live.ended")];
  expect(started.length).toBeGreaterThan(0);
  expect(ended.map(({ targetId }) => targetId).toSorted()).toEqual(started.map(({ targetId }) => targetId).toSorted());
  expect(world.messages.size).toBe(started.length);
  for (const text of world.messages.values()) expect(text).not.toMatch(/is live/);
}

/** Test calls in the hour, at most: one each ten minutes, or after pauses of 1, 2, 4, 8 and 15 minutes. */
const TESTS: Partial<Record<Failure, number>> = { 401: 6, 428: 6, 429: 7 };
/** Calls of an operation that are in flight when it refuses the first, in a batch. */
const IN_FLIGHT = 6;

const controls = new Map<string, Promise<RefusingWorld>>();
/** The same world at a service that never fails. */
const well = (one: Case): Promise<RefusingWorld> => {
  const key = JSON.stringify([kindsIn(one), one.perMinute]);
  const known = controls.get(key) ?? run(one, null);
  controls.set(key, known);
  return known;
};

/** What operators were told, but for the scarce budget. */
const notified = async (world: RefusingWorld): Promise<string[]> =>
  (await world.news()).filter((text) => !/^system\.\w+ (budget_exceeded|behind)$/.test(text));

async function holds(one: Case): Promise<void> {
  const { operation, failure, beside, perMinute } = one;
  const [expected, tests] = [await well(one), TESTS[failure] ?? 0];
  const world = await run(one, { operation, failure, from: FROM, to: TO });
  const scarce = perMinute === SCARCE;
  // Where calls are scarce, test calls are some of them.
  const least = within(expected.calls.get("live.check")) * 0.98 - (scarce ? tests + 1 : 0);
  expect(within(world.calls.get("live.check"))).toBeGreaterThanOrEqual(least);
  if (!scarce)
    for (const [user, minutes] of expected.checks)
      expect([user, within(world.checks.get(user)) >= within(minutes) * 0.98]).toEqual([user, true]);
  if (OPERATIONS[beside] !== operation) restPolled(world, expected, beside, scarce ? 0.85 : 0.98);
  if (tests > 0) expect(within(world.calls.get(operation))).toBeLessThanOrEqual(tests + IN_FLIGHT);
  const word = OPTIONAL.includes(operation) ? undefined : WORDS[failure];
  expect(await notified(world)).toEqual(
    word === undefined ? [] : [`upstream.${word} ${operation}`, `upstream.recovered ${operation}`],
  );
  if (!scarce) await onlyUnknown(world, operation);
  await allEnded(world);
}

function restPolled(world: RefusingWorld, expected: RefusingWorld, kind: string, share: number): void {
  const operation = OPERATIONS[kind]!;
  const before = within(expected.calls.get(operation));
  expect([operation, within(world.calls.get(operation)) >= Math.floor(before * share)]).toEqual([operation, true]);
}

/** Runs cases in turn, and names all that fail. */
async function each<One>(all: One[], check: (one: One) => Promise<void>): Promise<void> {
  const failed: string[] = [];
  for (const one of all)
    await check(one).catch((error: Error) => failed.push(`${JSON.stringify(one)}: ${error.message}`));
  expect(failed).toEqual([]);
}

/** Some of the cases, the same ones each time; all in the long run. */
const some = <One>(all: One[], count: number): One[] =>
  all.filter((_, place) => process.env["LONG"] !== undefined || place % Math.ceil(all.length / count) === 0);

test("while an operation fails, everybody else's checks are made, and every told start gets its end", async () => {
  const all = cases([...KINDS.map((kind) => OPERATIONS[kind]!), ...OPTIONAL]);
  await each(some(all, 2), holds);
}, 900_000);

test("while live checks are refused, everything else is polled, and starts get their ends afterwards", async () => {
  await each(
    some(
      cases(["live.check"]).filter(({ perMinute }) => perMinute !== SCARCE),
      2,
    ),
    async (one) => {
      const { operation, failure, beside } = one;
      const expected = await well(one);
      const world = await run(one, { operation, failure, from: FROM, to: TO });
      restPolled(world, expected, beside, 0.98);
      const tests = TESTS[failure];
      if (tests !== undefined) {
        expect(within(world.calls.get(operation))).toBeLessThanOrEqual(tests + IN_FLIGHT);
        expect(await notified(world)).toEqual([
          `upstream.${WORDS[failure]} live.check`,
          "upstream.recovered live.check",
        ]);
      }
      await allEnded(world);
    },
  );
}, 900_000);

test("when the account is refused all polling stops but for a careful call, and it recovers", async () => {
  const all = [401, 428, 429].flatMap((failure) =>
    [[], KINDS, ["hashtag"], ["record", "list"]].map((beside) => ({ failure: failure as Failure, beside })),
  );
  await each(some(all, 2), async ({ failure, beside }) => {
    vi.setSystemTime(START);
    const refusal = { operation: "*", failure, from: FROM, to: TO };
    const world = await refusingWorld({ creators: CREATORS, beside, each: 2 }, refusal, STREAMS);
    await world.pass(0, FROM + 1);
    expect(total(world, FROM, FROM + 1)).toBeLessThanOrEqual(IN_FLIGHT + 2);
    const { body } = await world.cloud.api("GET", "/v1/status");
    expect(body.upstream).toMatchObject({ status: WORDS[failure] });
    await world.pass(FROM + 1, TO);
    for (let minute = FROM + 1; minute < TO; minute++) {
      const calls = total(world, minute, minute + 1);
      if (failure !== 429) expect([minute, calls <= ((minute - FROM) % 10 === 0 ? 1 : 0)]).toEqual([minute, true]);
    }
    if (failure === 429) expect(total(world, FROM + 1, TO)).toBeLessThanOrEqual(TESTS[429]! * (IN_FLIGHT + 2));
    await world.pass(TO, END);
    expect(await notified(world)).toEqual([`upstream.${WORDS[failure]} *`, "upstream.recovered *"]);
    // The budget is whole again within half an hour of the last pause.
    expect(total(world, END - 10, END)).toBeGreaterThanOrEqual(CREATORS * 10);
    await allEnded(world);
  });
}, 900_000);

const total = ({ calls }: RefusingWorld, from: number, to: number): number =>
  [...calls.values()].reduce((sum, minutes) => sum + within(minutes, from, to), 0);
