import type { Json } from "../../core/json.ts";
import type { RetentionLimits } from "../../core/limits.ts";
import {
  beginOf,
  eventsOnce,
  gapsOnce,
  samplesOnce,
  type GapSpan,
  type RolledEvent,
  type ViewerSample,
  monthsHolding,
  rolledEvent,
  type RolledType,
} from "../../core/month-row.ts";
import { QUARTER_MS, withPlaces, type Places, type QuarterPlaces } from "../../core/places.ts";
import { rollableUntil, rolledTo, roundEnd, type RollUp } from "../../core/duration.ts";

/** The values of an event `e` that `rolledIn` reads. */
export const ROLLED_VALUES = `e.seq, e.type, e.occurred_at, e.detected_at, e.data -> '$.startedAt',
  e.data -> '$.peakViewers', e.data -> '$.startedAfter', e.window_from`;

export type RolledValues = [
  seq: number,
  type: RolledType,
  occurredAt: number,
  detectedAt: number,
  startedAt: Json,
  peakViewers: Json,
  startedAfter: Json,
  windowFrom: number | null,
];

/** The event of its values. */
export const rolledIn = ([
  seq,
  type,
  occurredAt,
  detectedAt,
  startedAt,
  peakViewers,
  startedAfter,
  windowFrom,
]: RolledValues): RolledEvent =>
  rolledEvent({ seq, type, occurredAt, detectedAt }, { startedAt, startedAfter, seenUntil: windowFrom, peakViewers });

/** A run of points. */
export type Run = [at: number, values: Record<string, number>][];

/** The viewers in a run. */
export const viewersInRun = (run: Run): ViewerSample[] =>
  run.flatMap(([at, { viewers }]): ViewerSample[] => (viewers === undefined ? [] : [[at, viewers]]));

/** What a target's months get. */
export interface Rolled {
  id: string;
  events: RolledEvent[];
  viewers: ViewerSample[];
  places: Places;
  gaps: GapSpan[];
}

/** What a row of a month holds. */
type MonthContent = Omit<Rolled, "id">;

/** A row of a month. */
export interface MonthRow extends Rolled {
  month: number;
}

/** Some targets in order of their ids, with what happened in a round. */
export interface RolledPage {
  targets: Rolled[];
  /** The last complete target, and a part of the one after it. */
  after: string;
  part: RollUp["part"];
  /** True if targets are left in this round. */
  more: boolean;
}

export interface RollUpDeps {
  /** How far it is; null before the first time. `stored` is what `storeMonths` compares. */
  rolled(): Promise<{ at: RollUp | null; stored: string | null }>;
  /** The first time with anything to roll up, epoch ms; null if nothing is stored. */
  oldest(): Promise<number | null>;
  /** What happened within a round to at most `max` targets. */
  unrolled(at: RollUp & { next: number }, max: number): Promise<RolledPage>;
  /** The stored rows of these months. */
  monthsOf(rows: { id: string; month: number }[]): Promise<MonthRow[]>;
  /**
   * Stores rows and how far it is in one commit, unless another tick was faster: false if so. Rows of deleted targets are
   * left out.
   */
  storeMonths(rows: MonthRow[], at: RollUp, stored: string | null): Promise<boolean>;
  /** How far this process has seen it: with nothing to do, nothing is read. */
  seen: { to: number };
  limits: RetentionLimits;
  /** D1 statements that this invocation has left. */
  statementsLeft(): number;
  wallNow(): number;
}

/** The most targets of a page, and the rows of each in a day: another one near the end of a month. */
const MAX_TARGETS = 100;
const ROWS_A_TARGET = 2;

/** The statements of a page, and those that further pages leave for the rest of the invocation. */
const PAGE_STATEMENTS = 8;
const RESERVED_STATEMENTS = 100;

/** The most of the time between two ticks. */
const MAX_OF_SPACING = 1 / 20;

/**
 * Rolls up events and samples of the days that are over into a row per target and month, which stays when they are
 * deleted. A page of targets per tick, more if the plan allows it; each page is one commit that can be repeated.
 */
export async function rollUp(now: number, lastTickAt: number, deps: RollUpDeps): Promise<void> {
  const until = rollableUntil(now);
  if (deps.seen.to >= until) return;
  const end = deps.wallNow() + Math.min(deps.limits.sliceMs, (now - lastTickAt) * MAX_OF_SPACING);
  const max = Math.max(1, Math.min(MAX_TARGETS, Math.floor(deps.limits.rowsWritten / ROWS_A_TARGET)));
  let rows = 0;
  for (let least = PAGE_STATEMENTS; deps.statementsLeft() >= least; least = PAGE_STATEMENTS + RESERVED_STATEMENTS) {
    const { at, stored } = await deps.rolled();
    const from = at ?? rolledTo(Math.min(until, (await deps.oldest()) ?? until));
    deps.seen.to = from.to;
    if (at !== null && from.to >= until) return;
    const written = await page({ ...from, next: from.next ?? roundEnd(from.to, until) }, stored, max, deps);
    if (written === null) return;
    rows += written;
    if (rows >= deps.limits.rowsWritten || deps.wallNow() >= end) return;
  }
}

/** Rolls up a page. Returns the rows written; null if another tick was faster. */
async function page(
  at: RollUp & { next: number },
  stored: string | null,
  max: number,
  deps: RollUpDeps,
): Promise<number | null> {
  const { targets, after, part, more } = await deps.unrolled(at, max);
  const added = targets.flatMap(byMonth);
  const before = new Map(
    (added.length === 0 ? [] : await deps.monthsOf(added)).map((one) => [`${one.id} ${one.month}`, one]),
  );
  const rows = added.map((one) => merged(one, before.get(`${one.id} ${one.month}`)));
  const next = more ? { to: at.to, next: at.next, after, part } : rolledTo(at.next);
  return (await deps.storeMonths(rows, next, stored)) ? rows.length + 1 : null;
}

/** Divides what happened by month. Something near the end of a month, or long, is in several. */
function byMonth({ id, events, viewers, places, gaps }: Rolled): MonthRow[] {
  const rows = new Map<number, MonthRow>();
  const rowsOf = (from: number, to: number): MonthRow[] =>
    monthsHolding(from, to).map((month) => {
      const row = rows.get(month) ?? { id, month, events: [], viewers: [], places: {}, gaps: [] };
      rows.set(month, row);
      return row;
    });
  for (const one of events) for (const row of rowsOf(beginOf(one), one.occurredAt)) row.events.push(one);
  for (const one of viewers) for (const row of rowsOf(one[0], one[0])) row.viewers.push(one);
  for (const [from, to] of gaps) for (const row of rowsOf(from, to)) row.gaps.push([from, to]);
  for (const [key, own] of Object.entries(places))
    for (const one of own) for (const row of rowsOf(startOf(one), startOf(one))) (row.places[key] ??= []).push(one);
  return [...rows.values()];
}

const startOf = ([quarter]: QuarterPlaces): number => quarter * QUARTER_MS;

const NOTHING: MonthContent = { events: [], viewers: [], places: {}, gaps: [] };

const merged = (row: MonthRow, before: MonthContent = NOTHING): MonthRow => ({
  ...row,
  events: eventsOnce([...before.events, ...row.events]),
  viewers: samplesOnce([...before.viewers, ...row.viewers]),
  places: withPlaces(before.places, row.places),
  gaps: gapsOnce([...before.gaps, ...row.gaps]),
});
