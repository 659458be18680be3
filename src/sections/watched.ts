import { DAY_MS, spokenDuration } from "../core/duration.ts";
import type { Language } from "../core/language.ts";
import type { Period } from "./period.ts";
import type { Frame, Past } from "./section.ts";
import { sectionWords } from "./words/words.ts";

/** How well targets were watched during the period. */
export type Watched = {
  targets: number;
  /** Targets without a successful poll so far. */
  unread: number;
  /** Targets that were added after the start of the period. */
  partly: number;
  /** The shortest and longest time that these were watched; 0 if there are none. */
  leastMs: number;
  mostMs: number;
};

/** What each measure contains about how well its target was watched. */
export type TargetWatch = { id: string; createdAt: number; read: boolean };

/** The part of a measure that describes its target. */
export const seenOf = ({ target, snapshot }: Past): TargetWatch => ({
  id: target.id,
  createdAt: target.createdAt,
  read: snapshot !== null,
});

/** Sums up how well targets were watched. */
export function watchedOf(measures: TargetWatch[], { from, to }: Frame): Watched {
  let [unread, partly, leastMs, maxMs] = [0, 0, Infinity, 0];
  for (const { createdAt, read } of measures) {
    if (!read) unread++;
    if (createdAt <= from) continue;
    const ms = Math.max(0, to - createdAt);
    partly++;
    leastMs = Math.min(leastMs, ms);
    maxMs = Math.max(maxMs, ms);
  }
  return { targets: measures.length, unread, partly, leastMs: partly === 0 ? 0 : leastMs, mostMs: maxMs };
}

/**
 * The names of a section's targets: `none` if there are none, `many` within a sentence. Each section has its own words,
 * so that no sentence occurs twice in a digest.
 */
export interface Nouns {
  none: string;
  many: string;
}

/** The note of a section: `nothing`, if nothing happened, then what was not watched or polled. */
export function noteOn(
  language: Language,
  watched: Watched,
  period: Period,
  nouns: Nouns,
  nothing: string | null,
): string | null {
  const words = sectionWords[language];
  const { targets, unread } = watched;
  if (targets === 0) return words.noneWatched(nouns.none);
  const silent = unread === targets;
  const unheard = silent ? words.nothingRead : unread > 0 ? words.unread(unread, targets, nouns.many) : null;
  const all = [silent ? null : nothing, unheard, partWords(language, watched, period, nouns)];
  return sentences(language, all);
}

/** Joins sentences, skipping nulls; null for none. */
export const sentences = (language: Language, all: (string | null)[]): string | null =>
  all.filter((text) => text !== null).join(sectionWords[language].space) || null;

function partWords(
  language: Language,
  { targets, partly, leastMs, mostMs: maxMs }: Watched,
  { ms, word }: Period,
  { many }: Nouns,
): string | null {
  const words = sectionWords[language];
  if (partly === 0) return null;
  if (partly < targets) return words.partly(partly, targets, many, words.periods[word].whole);
  const [least, max] = [partText(language, leastMs, ms), partText(language, maxMs, ms)];
  return words.watchedFor(many, max, least !== max);
}

/** "3 of 7 days"; "5 h of 12 h"; "5 h of 7 days". */
function partText(language: Language, part: number, whole: number): string {
  const words = sectionWords[language];
  const spoken = spokenDuration(language, part / 1000);
  if (whole < 2 * DAY_MS) return words.ofTime(spoken, spokenDuration(language, whole / 1000));
  const [days, of] = [Math.round(part / DAY_MS), Math.round(whole / DAY_MS)];
  return part < DAY_MS || days >= of ? words.ofDays(spoken, of) : words.days(days, of);
}
