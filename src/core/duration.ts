import type { Language } from "./language.ts";
import { grouped } from "./numbers-as-text.ts";
import { coreWords } from "./core-words.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

type Unit = "s" | "m" | "h" | "d";

/** A duration of at most two units, larger first. A second part of zero is omitted. */
function reported(language: Language, first: number, unit: Unit, second = 0, smaller: Unit = "s"): string {
  const units = coreWords[language].units;
  const one = `${grouped(language, first)}${units[unit]}`;
  return second === 0 ? one : `${one}${units.between}${second}${units[smaller]}`;
}

/** Formats a duration given in seconds: "45 s", "12 min", "3 h 42 min", "2 d 4 h". */
export function spokenDuration(language: Language, seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return reported(language, whole, "s");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return reported(language, minutes, "m");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return reported(language, hours, "h", minutes % 60, "m");
  return reported(language, Math.floor(hours / 24), "d", hours % 24, "h");
}

/**
 * Formats a total given in milliseconds, with hours as the largest unit: "45 s", "12 min", "52 h 10 min", "1,234 h".
 */
export function spokenHours(language: Language, ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds > 0 && seconds < 60) return reported(language, seconds, "s");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return reported(language, minutes, "m");
  const hours = Math.floor(minutes / 60);
  return reported(language, hours, "h", hours >= 1000 ? 0 : minutes % 60, "m");
}

/** The same of seconds, which may be negative. */
export const hoursWords = (language: Language, seconds: number): string =>
  `${seconds < 0 ? "−" : ""}${spokenHours(language, Math.abs(seconds) * 1000)}`;

/** How far events and samples are rolled up into months. All instants are midnights (UTC), epoch ms. */
export interface RollUp {
  /** Everything before is in the months. */
  to: number;
  /** Until when what follows is being rolled up; null between two rounds. */
  next: number | null;
  /** The last target of this round that is complete; "" before the first. */
  after: string;
  /** The target after it, if a part of its events is done: up to the event `seq`. */
  part: { id: string; seq: number } | null;
}

/** A day waits that long after its end, as what a poll found may be stored late. */
const LAG_MS = DAY_MS / 4;

/** The most that one round covers: after a long time without rolling up, several rounds follow each other. */
const ROUND_MS = 7 * DAY_MS;

export const midnightOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** Until when everything can be rolled up. */
export const rollableUntil = (now: number): number => midnightOf(now - LAG_MS);

/** The end of the round that begins at an instant. */
export const roundEnd = (from: number, until: number): number => Math.min(until, from + ROUND_MS);

/** A round is over. */
export const rolledTo = (to: number): RollUp => ({ to, next: null, after: "", part: null });
