import { quickselect } from "d3-array";
import { affordable, type Candidate } from "./budget.ts";
import { fairShareMs, longestWaitMs, waitedMs } from "./waiting.ts";

/** How far the budget reaches where it is too small for all intervals. */
export interface Scarcity {
  /** How many times longer than its interval everybody would wait, each in turn: more than 1. */
  stretch: number;
  /** How long everybody would wait if all waited alike, milliseconds. */
  fairMs: number;
}

/** What intervals ask for, and what there is: calls a minute; `calls` is what one poll of everybody takes. Null where it suffices. */
export const scarcityOf = (asked: number, perMinute: number, calls: number): Scarcity | null =>
  asked <= perMinute ? null : { stretch: asked / perMinute, fairMs: fairShareMs(calls, perMinute) };

/** Earlier than any due time: whoever has waited longest of all comes before who is due. */
const FIRST = 2 ** 52;

/** Of the calls so much goes at the most to polls that confirm what others found, before anybody else. */
const CONFIRMING_SHARE = 0.5;

/**
 * Whom to poll with `tokens` calls where all can not be polled on time: first whose last poll awaits confirmation, then who
 * has waited as long as anybody may, then who is due earliest, though it be in the future: no call is left over while
 * somebody is worth one.
 */
export function earliest<T extends Candidate>(all: T[], tokens: number, scarcity: Scarcity, now: number): T[] {
  if (tokens < 1) return [];
  const confirming = all.filter(({ entry }) => entry.confirms && entry.due <= now).sort(byDue);
  const first = affordable(confirming, Math.ceil(tokens * CONFIRMING_SHARE));
  if (first.length === 0) return inTurn(all, tokens, scarcity, now);
  const taken = new Set(first);
  const others = all.filter((one) => !taken.has(one));
  return [...first, ...inTurn(others, tokens - callsOf(first), scarcity, now)];
}

function inTurn<T extends Candidate>(all: T[], tokens: number, { fairMs }: Scarcity, now: number): T[] {
  if (tokens < 1 || all.length === 0) return [];
  const keyOf = ({ entry }: T): number =>
    waitedMs(entry, now) >= longestWaitMs(entry, fairMs) ? entry.due - FIRST : entry.due;
  const keyed = all.map((one) => ({ one, key: keyOf(one) }));
  const place = Math.min(tokens, all.length) - 1;
  const keys = Float64Array.from(keyed, ({ key }) => key);
  const limit = quickselect(keys, place)[place]!;
  const inOrder = (some: typeof keyed): T[] =>
    some.sort((a, b) => a.key - b.key || (a.one.id < b.one.id ? -1 : 1)).map(({ one }) => one);
  const chosen = affordable(inOrder(keyed.filter(({ key }) => key <= limit)), tokens);
  // Where somebody takes several calls, some are left over for others behind them.
  return callsOf(chosen) === tokens ? chosen : affordable(inOrder(keyed), tokens);
}

const byDue = (a: Candidate, b: Candidate): number => a.entry.due - b.entry.due || (a.id < b.id ? -1 : 1);

const callsOf = (some: Candidate[]): number => some.reduce((sum, { entry }) => sum + entry.calls, 0);
