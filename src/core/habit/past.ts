import { lengthened, NO_LENGTHS, type Lengths } from "./ending.ts";
import { zoneScores, type ZoneScores } from "./learned-zone.ts";
import { MINUTE_MS } from "./week.ts";

/** What was seen of a target that comes and goes. Instants are epoch ms. */
export interface Past {
  /** When it came, oldest first: halfway between the poll that saw it off and the one that saw it on. */
  starts: number[];
  /** How long it stayed each time. */
  lengths: Lengths;
  /** How long it has been seen on in all, minutes. */
  onMinutes: number;
  /** Since when it is on; null while it is off, and where it was on before it was watched. */
  startedAt: number | null;
  /** There where `startedAt` is when it was first seen on, and nobody knows when it came. */
  startUnknown?: true;
  /** When it went last; null where it never did. */
  endedAt: number | null;
  /** What its starts say of its time zone; an older version wrote none. */
  zones?: ZoneScores;
}

export const NO_HISTORY: Past = { starts: [], lengths: NO_LENGTHS, onMinutes: 0, startedAt: null, endedAt: null };

/** So many starts say all that is learned. */
export const MAX_STARTS = 48;

/** A return within this time is the same visit to whoever learns, whatever was told of it. */
const SAME_MS = 8 * MINUTE_MS;

/** What is seen less exactly says nothing of a clock that moves by an hour: after a pause a start may have been at any time of it. */
const EXACT_MS = 45 * MINUTE_MS;

/**
 * With a start, known within so many ms; the same start again changes nothing. One whose time nobody knows (`known`) is no start to
 * learn from.
 */
export function came(history: Past, at: number, withinMs = 0, known = true): Past {
  if (history.startedAt !== null || at <= (history.starts.at(-1) ?? 0)) return history;
  if (history.endedAt !== null && at - history.endedAt <= SAME_MS) return { ...history, startedAt: history.endedAt };
  if (!known) return { ...history, startedAt: at, startUnknown: true };
  const starts = [...history.starts, at].slice(-MAX_STARTS);
  if (withinMs > EXACT_MS) return { ...history, starts, startedAt: at };
  return { ...history, starts, startedAt: at, zones: zoneScores(history.zones, starts) };
}

/**
 * With an end; of one whose start nobody saw it is not known how long it stayed, nor where only a part of its stay was observed
 * (`observedMs`; null for all of it).
 */
export function went({ startUnknown, ...history }: Past, at: number, observedMs: number | null = null): Past {
  if (history.startedAt === null) return { ...history, endedAt: at };
  const minutes = observedMs === null ? Math.max(1, (at - history.startedAt) / MINUTE_MS) : observedMs / MINUTE_MS;
  const whole = observedMs === null && startUnknown === undefined;
  return {
    ...history,
    lengths: whole ? lengthened(history.lengths, minutes) : history.lengths,
    onMinutes: history.onMinutes + minutes,
    startedAt: null,
    endedAt: at,
  };
}

/** Less of its time off, and its starts would seem to come all at once. */
const LEAST_OFF = 0.03;

/** What part of the time since it is looked at it was off, 0.03 to 1. */
export function offShare({ onMinutes, startedAt }: Past, since: number, now: number): number {
  const on = onMinutes * MINUTE_MS + (startedAt === null ? 0 : Math.max(0, now - startedAt));
  return now <= since ? 1 : Math.min(1, Math.max(LEAST_OFF, 1 - on / (now - since)));
}
