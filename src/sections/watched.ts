import { spokenDuration, DAY_MS } from "../core/duration.ts";
import type { Language } from "../core/language.ts";
import type { Period } from "./period.ts";
import type { Frame, Past } from "./section.ts";
import { sectionWords } from "./words/words.ts";

/** How well the targets were watched in the period. */
export type Watched = {
  targets: number;
  /** Of those, such that have never given a good answer. */
  unread: number;
  /** Of those, such that came later than the period's begin. */
  partly: number;
  /** The shortest and the longest watch of those that came later; 0 where there are none. */
  leastMs: number;
  mostMs: number;
};

/** What is asked of each measure, to say how well it was watched. */
export type Seen = { id: string; createdAt: number; read: boolean };

/** What every measure says of its target. */
export const seenOf = ({ target, snapshot }: Past): Seen => ({
  id: target.id,
  createdAt: target.createdAt,
  read: snapshot !== null,
});

/** Sums up how well targets were watched. */
export function watchedOf(measures: Seen[], { from, to }: Frame): Watched {
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
 * What the targets of a section are called: `none` when there are none, `many` in a sentence. Each section
 * has words of its own, so that no sentence stands twice in a digest.
 */
export interface Nouns {
  none: string;
  many: string;
}

/** Honest words: what was not watched or read, after what the section has to say where nothing happened. */
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

/** Sentences one after another, those that there are; null for none. */
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
