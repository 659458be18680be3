import { isLapsed } from "../../core/knowledge.ts";
import { isDue, type Candidate } from "../../core/budget.ts";
import { nobodyShares, type SharingOf } from "../../core/shared-calls.ts";
import { IDLE, type Load } from "../../core/load.ts";
import { VERDICT, type Entry } from "../../core/slot-entry.ts";
import { LEASE_MS, type BatchEnd } from "../../core/sheet.ts";
import { operationOfSlot } from "../../kinds/operations.ts";

/**
 * The batches of each tick: number of targets, their earliest due time (epoch ms), and the granted calls, which older
 * versions omitted.
 */
export type Assigned = Record<string, [targets: number, dueAt: number, granted?: number][]>;

type EndOf = (slot: number, tick: number) => BatchEnd;

/** The number of consecutive lost claims from which operators are notified. */
const LAPSES_TO_NOTIFY = 3;

/** A target that may be polled, with its sheet. */
export type SlotCandidate = Candidate & { sheetId: number };

/** What the sheets contain at a tick. */
export interface Survey {
  due: SlotCandidate[];
  /** Calls for one poll of all targets. */
  calls: number;
  /** Calls per minute that all intervals need. No target is polled more often than ticks run. */
  asked: number;
  claimed: number;
  lapsed: number;
  /** Targets with a schedule prediction, and their polls per minute. */
  habitual: number;
  habitualAsked: number;
  /** Targets that have ever had a verdict, and those of them without a recent one. */
  judged: number;
  unknown: number;
  /** The shortest interval, milliseconds; Infinity if there are no targets. */
  shortestMs: number;
  /** The latest polled target of each operation, which is "" where it is not recorded. */
  operations: Map<string, { id: string; last: number }>;
}

/** Targets that share calls, and their polls per minute. */
interface Shared {
  targets: number;
  polls: number;
  size: number;
}

/** Finds due targets and counts what all targets need and which are unknown. `turn` is from `turnMs`. */
export function survey(
  folded: { sheet: { id: number }; entries: Map<string, Entry> }[],
  now: number,
  spacingMs: number,
  turn: number,
  sharingOf: SharingOf = nobodyShares,
): Survey {
  const shared = new Map<string, Shared>();
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
    operations: new Map(),
  };
  for (const { sheet, entries } of folded) {
    for (const [id, entry] of entries) {
      const polls = 60_000 / Math.max(entry.intervalSeconds * 1000, spacingMs);
      const { key, size } = sharingOf(entry);
      if (size === 1) {
        seen.calls += entry.calls;
        seen.asked += entry.calls * polls;
      } else {
        const together = shared.get(key) ?? { targets: 0, polls: 0, size };
        shared.set(key, together);
        together.targets += 1;
        together.polls += polls;
      }
      if (entry.claim !== 0) seen.claimed += 1;
      seen.shortestMs = Math.min(seen.shortestMs, entry.intervalSeconds * 1000);
      if (entry.habitual) {
        seen.habitual += 1;
        seen.habitualAsked += entry.calls * polls;
        if (entry.last !== 0 && entry.verdict !== VERDICT.never) seen.judged += 1;
        if (entry.verdict === VERDICT.unknown || (entry.verdict === VERDICT.known && isLapsed(entry, now, turn)))
          seen.unknown += 1;
      }
      const operation = operationOfSlot(entry) ?? "";
      const latest = seen.operations.get(operation);
      if (latest === undefined || latest.last < entry.last) seen.operations.set(operation, { id, last: entry.last });
      if (entry.lapses >= LAPSES_TO_NOTIFY) seen.lapsed += 1;
      if (isDue(entry, now, spacingMs)) seen.due.push({ id, entry, sheetId: sheet.id });
    }
  }
  for (const { targets, polls, size } of shared.values()) {
    const calls = Math.ceil(targets / size);
    seen.calls += calls;
    seen.asked += (polls * calls) / targets;
  }
  return seen;
}

/** All targets that no batch has claimed. */
export const unclaimed = (folded: { sheet: { id: number }; entries: Map<string, Entry> }[]): SlotCandidate[] =>
  folded.flatMap(({ sheet, entries }) =>
    [...entries].flatMap(([id, entry]) => (entry.claim === 0 ? { id, entry, sheetId: sheet.id } : [])),
  );

/** The batches whose lease has not expired. */
export const stillAssigned = (assigned: Assigned, now: number): Assigned =>
  Object.fromEntries(Object.entries(assigned).filter(([tick]) => now - Number(tick) < LEASE_MS && Number(tick) < now));

/** Batches of one tick whose lease expired without a result. */
export interface LapsedBatches {
  tick: number;
  batches: { slot: number; granted: number }[];
}

/** Lists the batches whose lease expired by `now` without a result. */
export const lapsedBatches = (
  { assigned, endOf }: { assigned: Assigned; endOf: EndOf },
  now: number,
): LapsedBatches[] =>
  Object.entries(assigned).flatMap(([at, batches]) => {
    const tick = Number(at);
    const lost = batches.flatMap(([, , granted = 0], slot) => (endOf(slot, tick) === null ? [{ slot, granted }] : []));
    return now - tick < LEASE_MS || lost.length === 0 ? [] : { tick, batches: lost };
  });

/** The tick since which polls are due and no batch has finished; 0 if none is due. */
export function waitingSince(
  { load, lastPollAt }: { load: Partial<Load>; lastPollAt: number },
  waiting: number,
  now: number,
): number {
  const { waitingSince: since } = { ...IDLE, ...load };
  if (waiting === 0) return 0;
  return since === 0 || lastPollAt >= since ? now : since;
}
