import { spokenDuration, DAY_MS } from "../core/duration.ts";
import type { Period } from "./period.ts";
import type { Frame, Past } from "./section.ts";

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
  let [unread, partly, leastMs, mostMs] = [0, 0, Infinity, 0];
  for (const { createdAt, read } of measures) {
    if (!read) unread++;
    if (createdAt <= from) continue;
    const ms = Math.max(0, to - createdAt);
    partly++;
    leastMs = Math.min(leastMs, ms);
    mostMs = Math.max(mostMs, ms);
  }
  return { targets: measures.length, unread, partly, leastMs: partly === 0 ? 0 : leastMs, mostMs };
}

/**
 * What the targets of a section are called: "live creators" when there are none, "creators" in a sentence. Each section
 * has words of its own, so that no sentence stands twice in a digest.
 */
export interface Nouns {
  none: string;
  many: string;
}

/** Honest words: what was not watched or read, after what the section has to say where nothing happened. */
export function noteOn(watched: Watched, period: Period, nouns: Nouns, nothing: string | null): string | null {
  const { targets, unread } = watched;
  if (targets === 0) return `No ${nouns.none} are watched.`;
  const silent = unread === targets;
  const unheard = silent
    ? "Nothing has been read yet."
    : unread > 0
      ? `Nothing has been read yet of ${unread} of ${targets} ${nouns.many}.`
      : null;
  const words = [silent ? null : nothing, unheard, partWords(watched, period, nouns)];
  return words.filter((text) => text !== null).join(" ") || null;
}

function partWords({ targets, partly, leastMs, mostMs }: Watched, { ms, word }: Period, nouns: Nouns): string | null {
  if (partly === 0) return null;
  if (partly < targets) return `${partly} of ${targets} ${nouns.many} were watched for less than the whole ${word}.`;
  const [least, most] = [partText(leastMs, ms), partText(mostMs, ms)];
  return `The ${nouns.many} were watched for ${least === most ? "" : "at most "}${most}.`;
}

/** "3 of 7 days"; "5 h of 12 h"; "5 h of 7 days". */
function partText(part: number, whole: number): string {
  if (whole < 2 * DAY_MS) return `${spokenDuration(part / 1000)} of ${spokenDuration(whole / 1000)}`;
  const [days, of] = [Math.round(part / DAY_MS), Math.round(whole / DAY_MS)];
  return part < DAY_MS || days >= of ? `${spokenDuration(part / 1000)} of ${of} days` : `${days} of ${of} days`;
}
