import { lengthened, NO_LENGTHS, type Lengths } from "./ending.ts";
import { zoneScores, type ZoneScores } from "./learned-zone.ts";
import { MINUTE_MS } from "./week.ts";

/** Observed starts and ends of a target. Instants are epoch ms. */
export interface Past {
  /** Starts, oldest first: halfway between the poll that saw it off and the one that saw it on. */
  starts: number[];
  /** Durations of its streams. */
  lengths: Lengths;
  /** Total observed time on, minutes. */
  onMinutes: number;
  /** Since when it is on; null while it is off. */
  startedAt: number | null;
  /** Set if `startedAt` is when it was first seen on and the real start is unknown. */
  startUnknown?: true;
  /** Its last end; null if there is none. */
  endedAt: number | null;
  /** The earliest start that came from elsewhere, before it was watched; missing for none. */
  importedSince?: number;
  /** What its starts say about its time zone; missing in rows of older versions. */
  zones?: ZoneScores;
}

export const NO_HISTORY: Past = { starts: [], lengths: NO_LENGTHS, onMinutes: 0, startedAt: null, endedAt: null };

/** Further starts add nothing to what is learned. */
export const MAX_STARTS = 48;

/** A return within this time counts as the same stream for predictions, whatever was reported. */
const SAME_MS = 8 * MINUTE_MS;

/** Two starts this near are of one stream. */
const NEAR_MS = 30 * MINUTE_MS;

/** Starts known less exactly say nothing about a clock change of an hour, such as those after a pause in polling. */
const EXACT_MS = 45 * MINUTE_MS;

/**
 * Adds a start that is known within `withinMs`. Adding it again changes nothing. A start of unknown time (`known`
 * false) is not learned from.
 */
export function arrived(history: Past, at: number, withinMs = 0, known = true): Past {
  if (history.startedAt !== null || at <= (history.starts.at(-1) ?? 0)) return history;
  if (history.endedAt !== null && at - history.endedAt <= SAME_MS) return { ...history, startedAt: history.endedAt };
  if (!known) return { ...history, startedAt: at, startUnknown: true };
  const starts = [...history.starts, at].slice(-MAX_STARTS);
  if (withinMs > EXACT_MS) return { ...history, starts, startedAt: at };
  return { ...history, starts, startedAt: at, zones: zoneScores(history.zones, starts) };
}

/**
 * Adds an end. The duration is only learned from if the start was seen and all of the stream was observed. `observedMs`
 * is the observed part; null for all of it.
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

/** The smallest share of time off. With less, all starts of a creator would seem to happen within a short time. */
const LEAST_OFF = 0.03;

/** The share of the time since `since` that the target was off, 0.03 to 1. */
export function offShare({ onMinutes, startedAt }: Past, since: number, now: number): number {
  const on = onMinutes * MINUTE_MS + (startedAt === null ? 0 : Math.max(0, now - startedAt));
  return now <= since ? 1 : Math.min(1, Math.max(LEAST_OFF, 1 - on / (now - since)));
}

/** Adds past streams that came from elsewhere. Those near a known start, or in the stream that lasts, are left out. */
export function withImported(history: Past, sessions: { startedAt: number; endedAt: number | null }[]): Past {
  let { lengths, onMinutes } = history;
  const starts = [...history.starts];
  for (const { startedAt, endedAt } of sessions) {
    if (starts.some((at) => Math.abs(at - startedAt) <= NEAR_MS)) continue;
    if (history.startedAt !== null && startedAt >= history.startedAt) continue;
    starts.push(startedAt);
    if (endedAt === null) continue;
    const minutes = Math.max(1, (endedAt - startedAt) / MINUTE_MS);
    lengths = lengthened(lengths, minutes);
    onMinutes += minutes;
  }
  const latest = starts.toSorted((a, b) => a - b).slice(-MAX_STARTS);
  const first = Math.min(...sessions.map(({ startedAt }) => startedAt), history.importedSince ?? Infinity);
  return { ...history, starts: latest, lengths, onMinutes, importedSince: first };
}

/** Since when a target is known: watched, or by what was imported. */
export const knownSince = ({ importedSince }: Past, since: number): number => Math.min(since, importedSince ?? since);
