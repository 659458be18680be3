import { growthPercent } from "../core/compared-numbers.ts";
import { fieldWords } from "../core/named-values.ts";
import { DAY_MS, HOUR_MS } from "../core/duration.ts";
import { barePercent, factorText, shortNumber, signedPercent } from "../core/numbers-as-text.ts";
import type { Say } from "../core/sentence.ts";
import { cut, tidyLine } from "../core/text.ts";

/** The past of a target for its news: points of its series, oldest first, and the current time; epoch ms. */
export interface Past {
  points: readonly (readonly [at: number, values: Record<string, number>])[];
  now: number;
}

/** Measurements of one number, oldest first. */
type Measured = readonly (readonly [at: number, value: number, ...unknown[]])[];

/** The change of a number since an instant (epoch ms). */
export interface Moved {
  before: number;
  after: number;
  since: number;
}

/** News covers the period that charts show. */
export const NEWS_MS = 7 * DAY_MS;

/** A change over less time is no news. */
export const LEAST_MS = HOUR_MS;

/** Smaller changes are written as 0%. */
const LEAST_PERCENT = 0.05;

/** The change since the first measurement of the last seven days; null if there is none that is an hour old. */
export function movedFrom(measured: Measured, after: number, now: number): Moved | null {
  const first = measured.find(([at]) => at >= now - NEWS_MS);
  return first === undefined || now - first[0] < LEAST_MS ? null : { before: first[1], after, since: first[0] };
}

/** The same of a series; where nothing of it was measured in that time, of what the state has. */
export function movedIn({ points, now }: Past, series: string, after: number, own: Measured = []): Moved | null {
  const first = points.find(([at, values]) => at >= now - NEWS_MS && values[series] !== undefined);
  return movedFrom(first === undefined ? own : [[first[0], first[1][series]!]], after, now);
}

/** The change in percent; 0 where it is too small to write, or the number was 0. */
export function percentOf({ before, after }: Moved): number {
  const percent = growthPercent(before, after) ?? 0;
  return Math.abs(percent) < LEAST_PERCENT ? 0 : percent;
}

/** "in 24 h", "in 7 days" */
export function spanText(ms: number, say: Say): string {
  const hours = Math.round(ms / HOUR_MS);
  return hours < 48
    ? say.text("in {n} h", { n: hours })
    : say.plural(Math.round(hours / 24), "in {n} day", "in {n} days");
}

const MAX_NAME = 40;

/** A name from outside within a sentence: one short line. Right-to-left names are isolated. */
export function named(name: string): string {
  const tidied = cut(tidyLine(cut(name, 1000)), MAX_NAME);
  return /\p{sc=Arabic}|\p{sc=Hebrew}/u.test(tidied) ? `\u2068${tidied}\u2069` : tidied;
}

/** A number of a field: "plays 1.2M". Fields that services often have are translated. */
export function fieldValue(field: string, value: number, say: Say): string {
  const words = fieldWords(field);
  return `${say.text(words)} ${shortNumber(say.language, value)}`;
}

/** "up 40K (+12%)" */
function moveText(moved: Moved, say: Say): string {
  const { before, after } = moved;
  if (before === after) return say.text("no change");
  const percent = percentOf(moved);
  const share = percent === 0 ? "" : ` (${factorText(say.language, percent) ?? signedPercent(say.language, percent)})`;
  const change = `${shortNumber(say.language, Math.abs(after - before))}${share}`;
  return after > before ? say.text("up {change}", { change }) : say.text("down {change}", { change });
}

/** "down 12%" */
export function shareText(moved: Moved, say: Say): string {
  const change = barePercent(say.language, percentOf(moved));
  return moved.after > moved.before ? say.text("up {change}", { change }) : say.text("down {change}", { change });
}

/** "#dance: 1.2M views, up 40K in 7 days"; without a change, that nothing can be compared yet. */
export const movedText = (what: string, moved: Moved | null, now: number, say: Say, move = moveText): string =>
  moved === null
    ? say.text("{what}, nothing to compare with yet", { what })
    : say.text("{what}, {move} {span}", { what, move: move(moved, say), span: spanText(now - moved.since, say) });

/** What is said of a list that lost most of its rows at once, until that is proven. */
export const doubtText = (say: Say): string => say.text("Most of it was missing in the last check. Checking again");
