import { quickselect } from "d3-array";
import { affordable, type Candidate } from "./budget.ts";
import { CallCount, nobodyShares, type SharingOf } from "./shared-calls.ts";
import { type Entry, fairShareMs, longestWaitMs, waitedMs } from "./slot-entry.ts";

/** How far a budget reaches that is too small for all intervals. */
export interface Scarcity {
  /** The factor by which waits exceed intervals if all targets take turns; more than 1. */
  stretch: number;
  /** How long every target would wait with equal shares, milliseconds. */
  fairMs: number;
}

/**
 * Compares the calls per minute that intervals need with the budget. `calls` is one poll of all targets. Null if the
 * budget is sufficient.
 */
export const scarcityOf = (requested: number, perMinute: number, calls: number): Scarcity | null =>
  requested <= perMinute ? null : { stretch: requested / perMinute, fairMs: fairShareMs(calls, perMinute) };

/** Sorts targets at their longest wait before all others. */
const FIRST = 2 ** 52;

/** No planned wait is taken as shorter. */
const LEAST_WAIT_MS = 1000;

/** The maximum share of calls for polls that confirm an earlier one. They come first. */
const CONFIRMING_SHARE = 0.5;

/**
 * Chooses the targets to poll with `tokens` calls if not all can be polled on time: first those whose last poll needs
 * confirmation, then those at their longest wait, then those with the largest share of their planned wait behind them.
 * That share may be below one, so no call is wasted while a poll is worth one, and no place in a call that asks for
 * many.
 */
export function earliest<T extends Candidate>(
  all: T[],
  tokens: number,
  scarcity: Scarcity,
  now: number,
  sharingOf: SharingOf = nobodyShares,
): T[] {
  if (tokens < 1) return [];
  const confirming = all.filter(({ entry }) => entry.confirms && entry.due <= now).sort(byDue);
  const count = new CallCount(sharingOf);
  const first = affordable(confirming, Math.ceil(tokens * CONFIRMING_SHARE), count);
  if (first.length === 0) return inTurn(all, tokens, scarcity, now, sharingOf, count);
  const taken = new Set(first);
  const rest = all.filter((one) => !taken.has(one));
  return [...first, ...inTurn(rest, tokens, scarcity, now, sharingOf, count)];
}

function inTurn<T extends Candidate>(
  all: T[],
  tokens: number,
  { fairMs }: Scarcity,
  now: number,
  sharingOf: SharingOf,
  count: CallCount,
): T[] {
  if (all.length === 0 || (count.calls >= tokens && !count.hasFree)) return [];
  const keyOf = ({ entry }: T): number =>
    waitedMs(entry, now) >= longestWaitMs(entry, fairMs) ? entry.due - FIRST : -waitedShare(entry, now);
  const keyed = all.map((one) => ({ one, key: keyOf(one) }));
  const places = all.reduce((most, { entry }) => Math.max(most, sharingOf(entry).size), 1) * tokens;
  const place = Math.min(places, all.length) - 1;
  const keys = Float64Array.from(keyed, ({ key }) => key);
  const limit = quickselect(keys, place)[place]!;
  const inOrder = (some: typeof keyed): T[] =>
    some.sort((a, b) => a.key - b.key || (a.one.id < b.one.id ? -1 : 1)).map(({ one }) => one);
  const chosen = affordable(inOrder(keyed.filter(({ key }) => key <= limit)), tokens, count);
  if (count.calls >= tokens && !count.hasFree) return chosen;
  // If a target takes several calls, or few share one, some may be left for targets further down.
  return [...chosen, ...affordable(inOrder(keyed.filter(({ key }) => key > limit)), tokens, count)];
}

/**
 * The share of the planned wait that is over: more than one if the poll is late. Lateness is relative, as a delay of a
 * minute costs most where starts are likely. A target that was never polled counts as polled an interval before it was
 * due.
 */
function waitedShare(
  { last, due, intervalSeconds }: Pick<Entry, "last" | "due" | "intervalSeconds">,
  now: number,
): number {
  const since = last || due - intervalSeconds * 1000;
  return (now - since) / Math.max(LEAST_WAIT_MS, due - since);
}

const byDue = (a: Candidate, b: Candidate): number => a.entry.due - b.entry.due || (a.id < b.id ? -1 : 1);
