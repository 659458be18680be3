import { isLapsed } from "../../core/knowledge.ts";
import { isDue, type Candidate } from "../../core/budget.ts";
import { IDLE, type Load } from "../../core/load.ts";
import { VERDICT, type Entry } from "../../core/entry.ts";
import { LEASE_MS, type BatchEnd } from "../../core/sheet.ts";

/**
 * By tick, what is known of each of its batches: how many targets, the earliest due time among them (epoch ms), and the
 * calls that it was granted, which an older version left out.
 */
export type Assigned = Record<string, [targets: number, dueAt: number, granted?: number][]>;

type EndOf = (slot: number, tick: number) => BatchEnd;

/** After so many lost claims in a row somebody should know. */
const LAPSES_TO_NOTIFY = 3;

/** A target that may be polled, and the sheet that it is on. */
export type Seated = Candidate & { sheetId: number };

/** What the sheets say at a tick. */
export interface Survey {
  due: Seated[];
  /** What all targets' polls take together. */
  calls: number;
  /** The same a minute, each as often as its interval and the ticks have it. */
  asked: number;
  claimed: number;
  lapsed: number;
  /** How many come and go, and what these ask for, calls a minute. */
  habitual: number;
  habitualAsked: number;
  /** Of those whose polls give verdicts: how many ever had one, and how many of them have had none for too long. */
  judged: number;
  unknown: number;
  /** The shortest interval of all, milliseconds; Infinity where there is none. */
  shortestMs: number;
}

/** Who is due, what all targets together ask for, and of whom it is not known how they stand; `turn` is from `turnMs`. */
export function survey(
  folded: { sheet: { id: number }; entries: Map<string, Entry> }[],
  now: number,
  spacingMs: number,
  turn: number,
): Survey {
  const seen: Survey = {
    due: [],
    calls: 0,
    asked: 0,
    claimed: 0,
    lapsed: 0,
    habitual: 0,
    habitualAsked: 0,
    judged: 0,
    unknown: 0,
    shortestMs: Infinity,
  };
  for (const { sheet, entries } of folded) {
    for (const [id, entry] of entries) {
      seen.calls += entry.calls;
      const asked = (entry.calls * 60_000) / Math.max(entry.intervalSeconds * 1000, spacingMs);
      seen.asked += asked;
      if (entry.claim !== 0) seen.claimed += 1;
      seen.shortestMs = Math.min(seen.shortestMs, entry.intervalSeconds * 1000);
      if (entry.habitual) {
        seen.habitual += 1;
        seen.habitualAsked += asked;
        if (entry.last !== 0 && entry.verdict !== VERDICT.never) seen.judged += 1;
        if (entry.verdict === VERDICT.unknown || (entry.verdict === VERDICT.known && isLapsed(entry, now, turn)))
          seen.unknown += 1;
      }
      if (entry.lapses >= LAPSES_TO_NOTIFY) seen.lapsed += 1;
      if (isDue(entry, now, spacingMs)) seen.due.push({ id, entry, sheetId: sheet.id });
    }
  }
  return seen;
}

/** Everybody whom no batch has. */
export const unclaimed = (folded: { sheet: { id: number }; entries: Map<string, Entry> }[]): Seated[] =>
  folded.flatMap(({ sheet, entries }) =>
    [...entries].flatMap(([id, entry]) => (entry.claim === 0 ? { id, entry, sheetId: sheet.id } : [])),
  );

/** What was dealt within the lease: later nobody waits for it. */
export const stillAssigned = (assigned: Assigned, now: number): Assigned =>
  Object.fromEntries(Object.entries(assigned).filter(([tick]) => now - Number(tick) < LEASE_MS && Number(tick) < now));

/** Batches of one tick whose lease ended and of which nobody heard. */
export interface LapsedBatches {
  tick: number;
  batches: { slot: number; granted: number }[];
}

/** The batches whose lease is over by `now` and that did not come in. */
export const lapsedBatches = (
  { dealt: assigned, endOf }: { dealt: Assigned; endOf: EndOf },
  now: number,
): LapsedBatches[] =>
  Object.entries(assigned).flatMap(([at, batches]) => {
    const tick = Number(at);
    const lost = batches.flatMap(([, , granted = 0], slot) => (endOf(slot, tick) === null ? [{ slot, granted }] : []));
    return now - tick < LEASE_MS || lost.length === 0 ? [] : { tick, batches: lost };
  });

/** The tick since which something waits and no batch was finished; 0 where nothing waits. */
export function waitingSince(
  { load, lastPollAt }: { load: Partial<Load>; lastPollAt: number },
  waiting: number,
  now: number,
): number {
  const { waitingSince: since } = { ...IDLE, ...load };
  if (waiting === 0) return 0;
  return since === 0 || lastPollAt >= since ? now : since;
}
