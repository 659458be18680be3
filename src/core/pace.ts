import type { Entry } from "./entry.ts";
import { longestWaitMs } from "./waiting.ts";

/** How the gaps between polls compare with what was asked for, as a tick finds them. */
export interface Pace {
  /** What 19 in 20 of the targets that are due have waited since their last poll, at the most; null where none is due. */
  p95GapSeconds: number | null;
  /** Whether more than one in twenty of them waited longer than they may by half; null where none is due. */
  late: boolean | null;
}

/** What the ticks so far said of it. */
export interface Behind {
  /** The tick since which polls fall behind; 0 while they do not. */
  behindSince: number;
  /** Late ticks in a row until it is said; then good ticks that are missing until it is over. */
  behindTicks: number;
}

/** One late tick may be chance, two in a row are not. */
const LATE_TICKS = 2;

/** So many good ticks end it. */
const GOOD_TICKS = 3;

const MAX_LATE = 0.05;
const LATE = 1.5;

/** What the tick knows beside the entries. */
interface Paced {
  now: number;
  /** Since the tick before: nobody is polled more often than ticks come, milliseconds. */
  spacingMs: number;
  /** How long everybody waits for a turn where the budget is too small for all intervals, milliseconds; null where it is not. */
  fairMs: number | null;
  /** True where the tick before left somebody out for the budget or the gate: who waits for that is not behind. */
  leftOut: boolean;
}

/** How late polls are among those that are due or still being polled past their next due time. Pure. */
export function paceOf(entries: Iterable<Entry>, { now, spacingMs, fairMs, leftOut }: Paced): Pace {
  const gaps: number[] = [];
  let late = 0;
  for (const entry of entries) {
    const { claim, due, last } = entry;
    if (last === 0 || due > now) continue;
    if (claim === 0 && leftOut && fairMs === null) continue;
    const intervalMs = entry.intervalSeconds * 1000;
    const allowedMs = Math.max(fairMs === null ? intervalMs : longestWaitMs(entry, fairMs), spacingMs);
    const gap = now - last;
    // One that was put off on purpose, as after a fault, is not late before its time.
    const isLate = gap > LATE * allowedMs && now - due > (LATE - 1) * intervalMs;
    // A poll that is under way may still end in time.
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

/** Adds what a tick found, null where there was nothing to tell: two late ticks in a row begin it, three good ones in a row end it. Pure. */
export function behindAfter({ behindSince, behindTicks }: Behind, late: boolean | null, now: number): Behind {
  if (late === null) return { behindSince, behindTicks };
  if (behindSince === 0) {
    const ticks = late ? behindTicks + 1 : 0;
    return ticks < LATE_TICKS ? { behindSince: 0, behindTicks: ticks } : { behindSince: now, behindTicks: GOOD_TICKS };
  }
  if (late) return { behindSince, behindTicks: GOOD_TICKS };
  return behindTicks <= 1 ? { behindSince: 0, behindTicks: 0 } : { behindSince, behindTicks: behindTicks - 1 };
}
