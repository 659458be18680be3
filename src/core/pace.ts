import { type Entry, longestWaitMs } from "./slot-entry.ts";

/** How the gaps between polls compare with the intervals, as measured by one tick. */
export interface Pace {
  /** The 95th percentile of the time since the last poll among due targets, seconds; null if none is due. */
  p95GapSeconds: number | null;
  /** Whether over one in twenty of them waited more than 1.5 times as long as allowed; null if none is due. */
  late: boolean | null;
}

/** The result of the ticks so far. */
export interface Behind {
  /** The tick since which polls are behind; 0 while they are not. */
  behindSince: number;
  /** Before: consecutive late ticks. Afterwards: good ticks that are needed until it is over. */
  behindTicks: number;
}

/** One late tick may be chance. */
const LATE_TICKS = 2;

/** Consecutive good ticks that end it. */
const GOOD_TICKS = 3;

const MAX_LATE = 0.05;
const LATE = 1.5;

/** What the tick knows besides its entries. */
interface PaceContext {
  now: number;
  /** Milliseconds since the previous tick. No target can be polled more often than ticks run. */
  spacingMs: number;
  /**
   * How long every target waits for its turn, milliseconds, if the budget is too small for all intervals; otherwise
   * null.
   */
  fairMs: number | null;
  /** True if the previous tick skipped targets because of the budget or the circuit breaker. They are not counted. */
  leftOut: boolean;
}

/** Measures how late polls are among targets that are due, or still being polled after their next due time. Pure. */
export function paceOf(entries: Iterable<Entry>, { now, spacingMs, fairMs, leftOut }: PaceContext): Pace {
  const gaps: number[] = [];
  let late = 0;
  for (const entry of entries) {
    const { claim, due, last } = entry;
    if (last === 0 || due > now) continue;
    if (claim === 0 && leftOut && fairMs === null) continue;
    const intervalMs = entry.intervalSeconds * 1000;
    const allowedMs = Math.max(fairMs === null ? intervalMs : longestWaitMs(entry, fairMs), spacingMs);
    const gap = now - last;
    // A poll that was postponed on purpose, as after a fault, is measured from its due time.
    const isLate = gap > LATE * allowedMs && now - due > (LATE - 1) * intervalMs;
    // A running poll may still finish in time.
    if (claim !== 0 && !isLate) continue;
    gaps.push(gap);
    if (isLate) late += 1;
  }
  if (gaps.length === 0) return { p95GapSeconds: null, late: null };
  const sorted = Float64Array.from(gaps).sort();
  return {
    p95GapSeconds: sorted[Math.ceil(sorted.length * (1 - MAX_LATE)) - 1]! / 1000,
    late: late > gaps.length * MAX_LATE,
  };
}

/**
 * Adds the result of a tick; null adds nothing. Two late ticks in a row start it, three good ones in a row end it.
 * Pure.
 */
export function behindAfter({ behindSince, behindTicks }: Behind, late: boolean | null, now: number): Behind {
  if (late === null) return { behindSince, behindTicks };
  if (behindSince === 0) {
    const ticks = late ? behindTicks + 1 : 0;
    return ticks < LATE_TICKS ? { behindSince: 0, behindTicks: ticks } : { behindSince: now, behindTicks: GOOD_TICKS };
  }
  if (late) return { behindSince, behindTicks: GOOD_TICKS };
  return behindTicks <= 1 ? { behindSince: 0, behindTicks: 0 } : { behindSince, behindTicks: behindTicks - 1 };
}
