import { expect, test } from "vitest";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { Fault } from "../../core/fault.ts";
import { UNLEARNED } from "../prediction/population-prior.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { CALM } from "../../core/drift-detector.ts";
import type { Batch } from "./batch.ts";
import { AT, MINUTE, watched } from "../../../test/support/batch-reading.ts";
import { plainOperation } from "../../../test/support/readings.ts";
import type { Commit } from "../commit.ts";
import { err, ok } from "../../core/result.ts";
import type { WatchedTarget } from "./batch.ts";
import { NO_ANSWERS } from "./callable.ts";
import { poll, type Loaded, type PollDeps, accountRefusal } from "./poll.ts";

const batch: Batch = {
  tick: AT,
  slot: 0,
  batches: 1,
  grant: 1,
  careful: false,
  targets: [["tgt_1", AT - 60_000, 1]],
};

const LOADED = {
  lastTickAt: AT,
  gate: null,
  watch: CALM,
  breakers: {},
  ended: false,
  planning: { price: 0, pool: UNLEARNED, firstTickAt: 0 },
  load: { calls: 1, asked: 1 },
};

const DEPS = {
  perMinute: 60,
  sideBySide: { least: 6, most: 6 },
  wallNow: () => AT,
  newId: () => "com_1",
  random: () => 0,
  routes: async () => ({ subscriptions: [], channels: [], silences: [] }),
};

/** Polls a batch with this state of the database. Returns whether it wrote anything. */
async function polled(more: Partial<Loaded>, own: Partial<Batch> = {}): Promise<boolean> {
  let commits = 0;
  const deps = {
    ...DEPS,
    load: async () => ({ ...LOADED, targets: [], operation: plainOperation, ...more }),
    async commit() {
      commits += 1;
      return { lost: [], opened: [], batchesIn: 1, refused: null };
    },
  } as unknown as PollDeps;
  await poll({ ...batch, ...own }, deps);
  return commits > 0;
}

test("a batch that has finished, was released, or is past its lease does nothing", async () => {
  expect(await polled({})).toBe(true);
  expect(await polled({ ended: true })).toBe(false);
  expect(await polled({ lastTickAt: AT + LEASE_MS - 1 })).toBe(true);
  expect(await polled({ lastTickAt: AT + LEASE_MS })).toBe(false);
  // A requested poll is not a batch of a tick.
  expect(await polled({ lastTickAt: AT + LEASE_MS }, { slot: null })).toBe(true);
});

/** Polls a creator whose row changes to this meanwhile. Returns the number of rows and events of each commit. */
async function changedMeanwhile(
  more: Partial<WatchedTarget>,
  slot: number | null = 0,
): Promise<[rows: number, events: number][]> {
  const before = watched("7012");
  const commits: Commit[] = [];
  const deps = {
    ...DEPS,
    load: async () => ({
      ...LOADED,
      targets: [commits.length === 0 ? before : { ...before, revision: 1, ...more }],
      operation: (name: string) => (name === "live.check" ? plainOperation(name) : null),
    }),
    read: async () => {
      const body = { code: 0, data: { data: [{ alive: true, room_id: "7100" }] } } as never;
      return ok({ body, operation: plainOperation("live.check"), facts: {} });
    },
    deadline: () => new AbortController().signal,
    pasts: async () => new Map(),
    async commit(plan: Commit) {
      const isFirst = commits.push(plan) === 1;
      return { lost: isFirst ? [before.id] : [], opened: [], batchesIn: 1, refused: null };
    },
    bug(thrown: unknown) {
      throw thrown;
    },
  } as unknown as PollDeps;
  await poll({ ...batch, slot, targets: [[before.id, AT - MINUTE, 1]] }, deps);
  return commits.map(({ targets, events }) => [targets.length, events.length]);
}

test("if calls are scarce, facts of live creators get a twentieth of them", async () => {
  const requested = async (tick: number) => {
    const onAir = Array.from({ length: 10 }, (_, n) => watched(String(n + 1), tick - 60 * MINUTE));
    const names: string[] = [];
    const deps = {
      ...DEPS,
      load: async () => ({ ...LOADED, targets: onAir, operation: plainOperation }),
      async read({ operation }: { operation: string }) {
        names.push(operation);
        const body = { code: 0, data: { data: [{ alive: true, room_id: "7100" }] } } as never;
        return ok({ body, operation: plainOperation(operation), facts: {} });
      },
      deadline: () => new AbortController().signal,
      pasts: async () => new Map(),
      commit: async () => ({ lost: [], opened: [], batchesIn: 1, refused: null }),
      bug(thrown: unknown) {
        throw thrown;
      },
    } as unknown as PollDeps;
    const targets = onAir.map(({ id }): [string, number, number] => [id, tick - MINUTE, 1]);
    await poll({ ...batch, tick, grant: 10, heldBack: 2, targets }, deps);
    expect(names).toHaveLength(10);
    return names.filter((name) => name !== "live.check").length;
  };
  // Two of ten polls wait for them: every fourth minute that is a twentieth.
  const facts = await Promise.all([0, 1, 2, 3, 4].map((minutes) => requested(AT + minutes * MINUTE)));
  expect(facts).toEqual([2, 0, 0, 0, 2]);
});

test("an answer is evaluated again for a row that changed meanwhile, unless that was evaluated or needs another call", async () => {
  expect(await changedMeanwhile({ name: "Maria" })).toEqual([
    [1, 1],
    [1, 1],
  ]);
  for (const other of [{ judgedAt: AT }, { params: { userId: "7013" } }, { kind: "ranking" }])
    expect(await changedMeanwhile(other)).toEqual([
      [1, 1],
      [0, 0],
    ]);
  // A requested poll belongs to no tick.
  expect((await changedMeanwhile({ judgedAt: AT }, null)).at(-1)).toEqual([0, 0]);
});

const fault = (status: number): Fault => ({ kind: "refused", status, detail: "" });
const standing = (status: number, refusedAt: number, more: Partial<CircuitBreaker> = {}): CircuitBreaker => ({
  reason: "unauthorized",
  status,
  since: refusedAt,
  until: refusedAt + 600_000,
  strikes: 1,
  refusedAt,
  reopenedAt: 0,
  recovered: false,
  over: [],
  ...more,
});
const ranking: WatchedTarget = {
  ...watched("9"),
  id: "tgt_ranking",
  kind: "ranking",
  params: { roomId: "7100", userId: "9" },
  state: null,
};

/** Refusals by operation, and what another operation answers if it is asked. */
async function found(
  refused: Record<string, number>,
  how: {
    good?: string[];
    gate?: CircuitBreaker;
    breakers?: Record<string, CircuitBreaker>;
    witnesses?: string[];
    answer?: number;
    unspent?: number;
    tokens?: boolean;
  } = {},
) {
  const asked: string[] = [];
  const { good = [], gate = null, breakers = {}, witnesses, answer = 200, unspent = 1, tokens = true } = how;
  const batch: Batch = {
    tick: AT,
    slot: 0,
    batches: 1,
    grant: 1,
    careful: false,
    targets: [],
    ...(witnesses === undefined ? {} : { witnesses }),
  };
  const answers = {
    ...NO_ANSWERS,
    refused: new Map(Object.entries(refused).map(([name, status]) => [name, fault(status)])),
    good: new Set(good),
    goodNeeded: new Set(good),
  };
  let spent = 0;
  const account = await accountRefusal(
    batch,
    { answers, gate, breakers, unspent },
    {
      load: async ({ targets }) => ({
        targets: [watched("1"), ranking].filter(({ id }) => targets.some(([wanted]) => wanted === id)),
      }),
      spend: async (calls) => (tokens ? ((spent += calls), ok(null)) : err(7)),
      read: async ({ operation }) => {
        asked.push(operation);
        if (answer !== 200) return err(fault(answer));
        return ok({ body: {}, operation: plainOperation(operation), facts: {} });
      },
    },
  );
  return { status: account.fault?.status ?? null, made: account.made, asked, spent, answers };
}

test("where another operation is refused alike, the account is; a good answer acquits it", async () => {
  const witnesses = ["tgt_1", "tgt_ranking"];
  const refused = await found({ "user.videos": 401 }, { witnesses, answer: 401 });
  expect(refused).toMatchObject({ status: 401, made: 1, asked: ["live.check"] });
  const good = await found({ "user.videos": 401 }, { witnesses });
  expect(good).toMatchObject({ status: null, made: 1, asked: ["live.check"] });
  expect([...good.answers.goodNeeded]).toEqual(["live.check"]);
  expect(await found({ "user.videos": 401 }, { witnesses, answer: 429 })).toMatchObject({ status: null });
  expect(await found({ "user.videos": 401 }, { witnesses, answer: 500 })).toMatchObject({ status: null });
});

test("if live checks are refused, another operation is asked", async () => {
  const how = { witnesses: ["tgt_1", "tgt_ranking"], answer: 401 };
  expect(await found({ "live.check": 401 }, how)).toMatchObject({ status: 401, asked: ["live.ranking_list"] });
});

test("nobody is asked where the answers of the batch tell", async () => {
  const witnesses = ["tgt_1", "tgt_ranking"];
  expect(await found({}, { witnesses })).toMatchObject({ status: null, asked: [] });
  expect(await found({ "user.videos": 401 }, { witnesses, good: ["live.ranking_list"] })).toMatchObject({
    status: null,
    asked: [],
  });
  expect(await found({ "user.videos": 401, "live.check": 401 }, { witnesses })).toMatchObject({
    status: 401,
    asked: [],
  });
  // Different refusals are not alike.
  expect((await found({ "user.videos": 401, "live.check": 429 }, { witnesses })).asked).toEqual(["live.ranking_list"]);
});

test("two operations are refused together within a minute, or as long as live checks are", async () => {
  const before = (operation: string, ago: number, more: Partial<CircuitBreaker> = {}) => ({
    breakers: { [operation]: standing(401, AT - ago, more) },
    witnesses: [],
  });
  expect(await found({ "live.check": 401 }, before("user.videos", MINUTE))).toMatchObject({ status: 401 });
  expect(await found({ "live.check": 401 }, before("user.videos", MINUTE + 1))).toMatchObject({ status: null });
  expect(await found({ "user.videos": 401 }, before("live.check", 9 * MINUTE))).toMatchObject({ status: 401 });
  expect(await found({ "user.videos": 428 }, before("live.check", 9 * MINUTE))).toMatchObject({ status: null });
  expect(await found({ "user.videos": 401 }, before("live.check", MINUTE, { silent: true }))).toMatchObject({
    status: null,
  });
  expect(await found({ "user.videos": 401 }, before("live.check", MINUTE, { goodSince: AT }))).toMatchObject({
    status: null,
  });
  // Two others prove it only where nothing else can be asked.
  const other = { breakers: { "video.info": standing(401, AT - 1000) } };
  expect(await found({ "user.videos": 401 }, { ...other, witnesses: ["tgt_1"] })).toMatchObject({
    status: null,
    asked: ["live.check"],
  });
  expect(await found({ "user.videos": 401 }, { ...other, witnesses: [] })).toMatchObject({ status: 401 });
});

test("while the account is refused any refusal of a test call keeps it so", async () => {
  const gate = standing(401, AT - 10 * MINUTE);
  expect(await found({ "live.check": 401 }, { gate })).toMatchObject({ status: 401, asked: [] });
  const over = { ...gate, goodSince: AT };
  expect(await found({ "live.check": 401 }, { gate: over, witnesses: ["tgt_ranking"] })).toMatchObject({
    status: null,
  });
});

test("a test call that is refused again asks nobody", async () => {
  const breakers = { "user.videos": standing(401, AT - 10 * MINUTE) };
  expect(await found({ "user.videos": 401 }, { breakers, witnesses: ["tgt_1"] })).toMatchObject({ asked: [] });
});

test("the call comes from the grant, else from the budget; without one nothing is proven", async () => {
  const witnesses = ["tgt_1"];
  expect(await found({ "user.videos": 401 }, { witnesses })).toMatchObject({ made: 1, spent: 0 });
  expect(await found({ "user.videos": 401 }, { witnesses, unspent: 0 })).toMatchObject({ made: 0, spent: 1 });
  expect(await found({ "user.videos": 401 }, { witnesses, unspent: 0, tokens: false })).toMatchObject({
    status: null,
    asked: [],
  });
  // A poll that a person requested knows no witnesses.
  expect(await found({ "user.videos": 401 })).toMatchObject({ status: null, asked: [] });
});
