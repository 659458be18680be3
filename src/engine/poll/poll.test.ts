import { expect, test } from "vitest";
import { UNLEARNED } from "../prediction/population-prior.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { CALM } from "../../core/drift-detector.ts";
import type { Batch } from "./batch.ts";
import { AT, MINUTE, watched } from "../../../test/support/batch-reading.ts";
import { plainOperation } from "../../../test/support/readings.ts";
import type { Commit } from "../commit.ts";
import { ok } from "../../core/result.ts";
import type { WatchedTarget } from "./batch.ts";
import { poll, type Loaded, type PollDeps } from "./poll.ts";

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
    load: async () => ({ ...LOADED, targets: [], configured: () => true, ...more }),
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
      configured: (name: string) => name === "live.check",
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
      load: async () => ({ ...LOADED, targets: onAir, configured: () => true }),
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
