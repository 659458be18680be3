import { expect, test } from "vitest";
import { UNLEARNED } from "../../core/habit/pool.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { CALM } from "../../core/upstream-watch.ts";
import type { Batch } from "./batch.ts";
import { AT, MINUTE, watched } from "../../../test/support/batch-reading.ts";
import { plainOperation } from "../../../test/support/readings.ts";
import type { Commit } from "../../core/commit.ts";
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

/** Polls a batch where the database says this; answers whether it wrote anything. */
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

test("a batch that is in already, was given back or comes after its lease does nothing", async () => {
  expect(await polled({})).toBe(true);
  expect(await polled({ ended: true })).toBe(false);
  expect(await polled({ lastTickAt: AT + LEASE_MS - 1 })).toBe(true);
  expect(await polled({ lastTickAt: AT + LEASE_MS })).toBe(false);
  // What somebody asked for is no batch of a tick.
  expect(await polled({ lastTickAt: AT + LEASE_MS }, { slot: null })).toBe(true);
});

/** Polls a creator whose row somebody changes meanwhile into this; answers how many rows and events each commit has. */
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

test("an answer is judged once more for a row that was changed meanwhile: not where it was judged, or asks something else", async () => {
  expect(await changedMeanwhile({ name: "Maria" })).toEqual([
    [1, 1],
    [1, 1],
  ]);
  for (const other of [{ judgedAt: AT }, { params: { userId: "7013" } }, { kind: "ranking" }])
    expect(await changedMeanwhile(other)).toEqual([
      [1, 1],
      [0, 0],
    ]);
  // A poll that somebody asked for is none of a tick.
  expect((await changedMeanwhile({ judgedAt: AT }, null)).at(-1)).toEqual([0, 0]);
});
