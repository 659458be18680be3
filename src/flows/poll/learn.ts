import { predictionOf, storedPrediction, type StoredPrediction } from "../../core/habit/habit.ts";
import { came, NO_HISTORY, went, type Past } from "../../core/habit/past.ts";
import type { Starting } from "../../core/habit/profile.ts";
import { clockOf, type KnownClock } from "../../core/habit/learned-zone.ts";
import { nextExpected } from "../../core/habit/usual.ts";
import { unknownAfterMs } from "../../core/knowledge.ts";
import { targetKinds } from "../../targets/registry.ts";
import { visitOf, type PageContext } from "../../targets/visit.ts";
import type { Commit } from "../../core/commit.ts";
import type { Batch } from "./batch.ts";
import type { Finding } from "./finding.ts";

/** What polls have seen of a target so far, since it is watched (epoch ms), and the time zone that it or its list has. */
export interface KnownHistory {
  past: Past | null;
  since: number;
  timezone: string | null;
}

/** How habits are used at the moment. */
export interface Planning {
  /** 0 where the budget reaches all in time: then only what was seen is kept, and no profile is made of it. */
  price: number;
  /** What all targets together are like, as far as a profile is made of it. */
  pool: Starting;
  /** The first tick of all; 0 where nobody knows. */
  firstTickAt: number;
}

export interface LearnDeps {
  /** What is known of these targets; those that are no more are left out. */
  pasts(ids: string[]): Promise<Map<string, KnownHistory>>;
  bug: (thrown: unknown) => void;
}

/** What a poll teaches, by target. */
export interface Learned {
  pasts: Record<string, Past>;
  /** The next start that is expected of those that came or went, or whose last one is over. */
  expected: Commit["expected"];
  habits: Record<string, { sheetId: number; habit: StoredPrediction }>;
}

const NOTHING_LEARNED: Learned = { pasts: {}, expected: {}, habits: {} };

/**
 * What comings and goings teach of habits, which habits are learned anew, and which start is expected next; a failure is a line of the
 * log and costs nothing else. `turn` is how long everybody waits for a turn (`turnMs`).
 */
export async function learn(
  findings: Finding[],
  batch: Batch,
  { price, pool: prior, turn, firstTickAt }: Planning & { turn: number },
  deps: LearnDeps,
): Promise<Learned> {
  const seen = findings.map((finding) => ({ finding, visits: visitsOf(finding, turn) }));
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
      const {
        past: history,
        since: createdAt,
        timezone,
      } = known.get(id) ?? { past: null, since: batch.tick, timezone: null };
      const since = lookedAtSince(createdAt, firstTickAt, batch.tick);
      const now = visits.reduce(
        (one, context) =>
          context.came
            ? came(one, context.at, context.withinMs, context.known)
            : went(one, context.at, context.observedMs),
        history ?? NO_HISTORY,
      );
      if (visits.length > 0) learned.pasts[id] = now;
      const clock = clockOf(timezone, now);
      if (visits.length > 0 || finding.slotOver) learned.expected[id] = nextExpected(now, since, batch.tick, clock);
      if (price === 0) continue;
      const prediction = predictionOf(asOfNow(now, clock, batch.tick), since, batch.tick, prior);
      learned.habits[id] = { sheetId, habit: storedPrediction(prediction, batch.tick) };
    }
    return learned;
  } catch (thrown) {
    deps.bug(thrown);
    return NOTHING_LEARNED;
  }
}

/** Since when polls look at one that was made then: where ticks replay days before that, since the first of them. */
function lookedAtSince(createdAt: number, firstTickAt: number, now: number): number {
  if (firstTickAt === 0) return createdAt;
  return createdAt > now ? firstTickAt : Math.max(createdAt, firstTickAt);
}

/** With each start at the instant at which today's clock shows what the clock showed then: profiles know no clock changes. */
function asOfNow(history: Past, { clock }: KnownClock, now: number): Past {
  const ahead = clock.wallOf(now) - now;
  return { ...history, starts: history.starts.map((at) => clock.wallOf(at) - ahead) };
}

const visitsOf = ({ target, events }: Finding, turn: number): PageContext[] => {
  const kind = targetKinds[target.kind]!;
  const holdsMs = unknownAfterMs(target.intervalSeconds, turn);
  return events.flatMap((event) => visitOf(kind, event, holdsMs) ?? []);
};
