import { habitOf, storedHabit, type StoredHabit } from "../../core/habit/habit.ts";
import { came, NO_PAST, went, type Past } from "../../core/habit/past.ts";
import type { Pool } from "../../core/habit/pool.ts";
import { nextExpected } from "../../core/habit/usual.ts";
import { targetKinds } from "../../targets/registry.ts";
import { visitOf, type Visit } from "../../targets/visit.ts";
import type { Commit } from "../../core/commit.ts";
import type { Batch } from "./batch.ts";
import type { Finding } from "./judge.ts";

/** What polls have seen of a target so far, since it is watched (epoch ms). */
export interface KnownPast {
  past: Past | null;
  since: number;
}

/** How habits are used at the moment. */
export interface Planning {
  /** 0 where the budget reaches all in time: then only what was seen is kept, and no profile is made of it. */
  price: number;
  /** What all targets together are like, as far as a profile is made of it. */
  pool: Pick<Pool, "rate">;
}

export interface LearnDeps {
  /** What is known of these targets; those that are no more are left out. */
  pasts(ids: string[]): Promise<Map<string, KnownPast>>;
  bug: (thrown: unknown) => void;
}

/** What a poll teaches, by target. */
export interface Learned {
  pasts: Record<string, Past>;
  /** The next start that is expected of those that came or went, or whose last one is over. */
  expected: Commit["expected"];
  habits: Record<string, { sheetId: number; habit: StoredHabit }>;
}

const NOTHING_LEARNED: Learned = { pasts: {}, expected: {}, habits: {} };

/** What comings and goings teach of habits, which habits are learned anew, and which start is expected next; a failure is a line of the log and costs nothing else. */
export async function learn(
  findings: Finding[],
  batch: Batch,
  { price, pool }: Planning,
  deps: LearnDeps,
): Promise<Learned> {
  const seen = findings.map((finding) => ({ finding, visits: visitsOf(finding) }));
  const anew = new Set(price === 0 ? [] : batch.unlearned);
  const learning = seen.filter(
    ({ finding, visits }) => visits.length > 0 || finding.slotOver || anew.has(finding.target.id),
  );
  if (learning.length === 0) return NOTHING_LEARNED;
  try {
    const known = await deps.pasts(learning.map(({ finding }) => finding.target.id));
    const learned: Learned = { pasts: {}, expected: {}, habits: {} };
    for (const { finding, visits } of learning) {
      const { id, sheetId } = finding.target;
      const { past, since } = known.get(id) ?? { past: null, since: batch.tick };
      const now = visits.reduce((one, visit) => (visit.came ? came : went)(one, visit.at), past ?? NO_PAST);
      if (visits.length > 0) learned.pasts[id] = now;
      if (visits.length > 0 || finding.slotOver) learned.expected[id] = nextExpected(now, since, batch.tick);
      if (price !== 0)
        learned.habits[id] = { sheetId, habit: storedHabit(habitOf(now, since, batch.tick, pool), batch.tick) };
    }
    return learned;
  } catch (thrown) {
    deps.bug(thrown);
    return NOTHING_LEARNED;
  }
}

const visitsOf = ({ target, events }: Finding): Visit[] => {
  const kind = targetKinds[target.kind]!;
  return events.flatMap((event) => visitOf(kind, event) ?? []);
};
