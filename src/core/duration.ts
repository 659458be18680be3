import { coreWords } from "./core-words.ts";
import type { Language } from "./language.ts";
import { grouped } from "./numbers-as-text.ts";

export const DAY_MS = 86_400_000;

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
