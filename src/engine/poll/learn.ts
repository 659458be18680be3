import { predictionOf, storedPrediction, type StoredPrediction } from "../prediction/schedule-prediction.ts";
import { arrived, knownSince, NO_HISTORY, went, type Past } from "../prediction/history.ts";
import type { StartPattern } from "../prediction/profile.ts";
import { clockOfZone } from "../prediction/clock.ts";
import type { TypedHours } from "../prediction/typed-hours.ts";
import { MINUTE_MS, WEEK_MS } from "../prediction/week.ts";
import { windowsOf, type WeeklyHours } from "../../core/weekly-hours.ts";
import { clockOf, type KnownClock } from "../prediction/learned-zone.ts";
import { nextExpected } from "../prediction/usual-hours.ts";
import { unknownAfterMs } from "../../core/knowledge.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { presenceChangeOf, type PresenceChange } from "../../kinds/presence.ts";
import type { Commit } from "../commit.ts";
import type { Batch } from "./batch.ts";
import type { Finding } from "./finding.ts";

/** The history of a target, since when it is polled (epoch ms), and the time zone of it or its watchlist. */
export interface KnownHistory {
  past: Past | null;
  since: number;
  timezone: string | null;
  /** Hours that people named, since when (epoch ms), and the team's time zone; null for none. */
  hours?: { all: WeeklyHours[]; since: number; teamZone: string | null } | null;
}

/** How predictions are used. */
export interface Planning {
  /** The poll threshold; 0 if the budget is sufficient. Then only history is stored, without predictions. */
  price: number;
  /** The population prior for new predictions. */
  pool: StartPattern;
  /** The first tick ever; 0 if unknown. */
  firstTickAt: number;
}

export interface LearnDeps {
  /** The histories of these targets. Deleted ones are missing. */
  pasts(ids: string[]): Promise<Map<string, KnownHistory>>;
  bug: (thrown: unknown) => void;
}

/** What a batch of polls teaches, by target. */
export interface Learned {
  pasts: Record<string, Past>;
  /** The next expected start of targets that started or ended, or whose expected start is over. */
  expected: Commit["expected"];
  habits: Record<string, { sheetId: number; habit: StoredPrediction }>;
}

const NOTHING_LEARNED: Learned = { pasts: {}, expected: {}, habits: {} };

/**
 * Updates histories, predictions and next expected starts from findings. A failure is logged and has no other effect.
 * `turn` is how long every target waits for its turn (`turnMs`).
 */
export async function learn(
  findings: Finding[],
  batch: Batch,
  { price, pool: prior, turn, firstTickAt }: Planning & { turn: number },
  deps: LearnDeps,
): Promise<Learned> {
  const seen = findings.map((finding) => ({ finding, changes: presenceChangesOf(finding, turn) }));
  const anew = new Set(price === 0 ? [] : batch.unlearned);
  const learning = seen.filter(
    ({ finding, changes }) => changes.length > 0 || finding.slotOver || anew.has(finding.target.id),
  );
  if (learning.length === 0) return NOTHING_LEARNED;
  try {
    const known = await deps.pasts(learning.map(({ finding }) => finding.target.id));
    const learned: Learned = { pasts: {}, expected: {}, habits: {} };
    for (const { finding, changes } of learning) {
      const { id, sheetId } = finding.target;
      const {
        past: history,
        since: createdAt,
        timezone,
        hours = null,
      } = known.get(id) ?? { past: null, since: batch.tick, timezone: null };
      const since = knownSince(history ?? NO_HISTORY, lookedAtSince(createdAt, firstTickAt, batch.tick));
      const now = changes.reduce(
        (one, change) =>
          change.came
            ? arrived(one, change.at, change.withinMs, change.known)
            : went(one, change.at, change.observedMs),
        history ?? NO_HISTORY,
      );
      if (changes.length > 0) learned.pasts[id] = now;
      const clock = clockOf(timezone, now);
      if (changes.length > 0 || finding.slotOver) learned.expected[id] = nextExpected(now, since, batch.tick, clock);
      if (price === 0) continue;
      const typed = hours === null ? null : typedAsOfNow(hours, timezone, clock, since, batch.tick);
      const prediction = predictionOf(asOfNow(now, clock, batch.tick), since, batch.tick, prior, typed);
      learned.habits[id] = { sheetId, habit: storedPrediction(prediction, batch.tick) };
    }
    return learned;
  } catch (thrown) {
    deps.bug(thrown);
    return NOTHING_LEARNED;
  }
}

/** Since when a target is polled. If ticks replay days before its creation, since the first tick. */
function lookedAtSince(createdAt: number, firstTickAt: number, now: number): number {
  if (firstTickAt === 0) return createdAt;
  return createdAt > now ? firstTickAt : Math.max(createdAt, firstTickAt);
}

/**
 * Moves starts to the instants at which today's clock shows the same wall time, because profiles know no clock changes.
 */
function asOfNow(history: Past, { clock }: KnownClock, now: number): Past {
  const ahead = clock.wallOf(now) - now;
  return { ...history, starts: history.starts.map((at) => clock.wallOf(at) - ahead) };
}

/** Hours that people named, in the profile's week. Their zone is the creator's, the list's, the team's or a learned one. */
function typedAsOfNow(
  { all, since: hoursAt, teamZone }: NonNullable<KnownHistory["hours"]>,
  timezone: string | null,
  learned: KnownClock,
  since: number,
  now: number,
): TypedHours {
  const { clock } = timezone === null && teamZone !== null ? { clock: clockOfZone(teamZone) } : learned;
  const ahead = (clock.wallOf(now) - now) / MINUTE_MS;
  const from = Math.max(hoursAt > now ? since : hoursAt, since);
  return {
    windows: windowsOf(all).map((one) => ({ ...one, from: one.from - ahead })),
    weeks: Math.max(0, now - from) / WEEK_MS,
  };
}

const presenceChangesOf = ({ target, events }: Finding, turn: number): PresenceChange[] => {
  const kind = targetKinds[target.kind]!;
  const holdsMs = unknownAfterMs(target.intervalSeconds, turn);
  return events.flatMap((event) => presenceChangeOf(kind, event, holdsMs) ?? []);
};
