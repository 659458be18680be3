import {
  confirmWithin,
  CONFIRM_WITHIN_SECONDS,
  doubtNews,
  inSight,
  isOut,
  judgeAbsences,
  type Sight,
  fadedOf,
} from "../../core/absence.ts";
import { numberOf, valueOf, type Values } from "../../core/named-values.ts";
import { sampleDue } from "../../core/sampling.ts";
import { withSeen } from "../../core/seen-ids.ts";
import { inEnglish } from "../../core/sentence.ts";
import { keyedDiff } from "../../core/keyed-diff.ts";
import { CONFIRM_NUMBER_SECONDS } from "../../core/watched-number.ts";
import type { Judgment } from "../judgment.ts";
import type { ListChange } from "./events.ts";
import { arrived, lacked, met, sampled, watchedFields, type ItemOutcome, type Watch, appeared } from "./item.ts";
import { floorOf, noveltiesOf, timeOf } from "./news.ts";
import type { ListSettings } from "./params.ts";
import { BLANK, summaryOf, type Input, type ListState, type Held } from "./view.ts";

/** Limit on the series that are stored. */
const MAX_SERIES = 500;

/** How often numbers outside `watch` are updated. */
const REST_MS = 3_600_000;

/** Whether it is time for a sample: a watched number has moved, or another has changed and an hour has passed. */
function isDue(before: ListState, seen: ItemOutcome[], at: number): boolean {
  const last = new Map<string, number>();
  const now = new Map<string, number>();
  for (const { id, kept, now: fields } of seen)
    for (const field of Object.keys(kept!.numbers)) {
      const [sampled, value] = [numberOf(before.known[id]!.fields, field), numberOf(fields!, field)];
      if (sampled !== null) last.set(`${field}:${id}`, sampled);
      if (value !== null) now.set(`${field}:${id}`, value);
    }
  if (sampleDue({ last, sampledAt: before.sampledAt, now, at })) return true;
  if (at - before.sampledAt < REST_MS) return false;
  return seen.some(({ id, now: fields }) => differs(before.known[id]!.fields, fields!));
}

const differs = (before: Values, now: Values): boolean =>
  Object.entries(now).some(([field, value]) => typeof value === "number" && valueOf(before, field) !== value);

/** The series of watched numbers, named by field and item id. */
function samplesOf(rows: ItemOutcome[], watch: Watch): Record<string, number> {
  const samples: [string, number][] = [];
  for (const { id, now } of rows)
    for (const field of watch.keys()) {
      const value = now === null ? null : numberOf(now, field);
      if (value !== null && samples.length < MAX_SERIES) samples.push([`${field}:${id}`, value]);
    }
  return Object.fromEntries(samples);
}

interface Answered {
  at: number;
  /** The last answer before this one, epoch ms. */
  lastOkAt: number | null;
  confirmGone: number;
  /** The number of items of the answer, and of those from before; 0 if it proves nothing. */
  size: number;
  old: number;
}

/**
 * Decides about items that only a whole other answer showed. They are new once `confirmGone` more answers lack the items
 * from before, and merely of another page if an answer shows mostly those. Adds the news to their outcomes.
 */
function judgeHeld(
  before: ListState,
  rows: ItemOutcome[],
  answered: Answered,
): { held: Held | null; rows: ItemOutcome[] } {
  const { at, lastOkAt, size, old, confirmGone } = answered;
  const holds = rows.some(({ fresh, kept }) => fresh && kept?.held);
  if (before.held === null) return { held: holds ? { since: at, from: lastOkAt, answers: 0 } : null, rows };
  if (size === 0) return { held: before.held, rows };
  const answers = before.held.answers + 1;
  const isOld = old * 2 > size;
  if (!isOld && answers < confirmGone) return { held: { ...before.held, answers }, rows };
  const count = rows.filter(({ kept }) => kept?.held).length;
  const { from } = before.held;
  return {
    held: null,
    rows: rows.map((row) => {
      if (!row.kept?.held) return row;
      const { held: _, ...kept } = row.kept;
      if (isOld) return { ...row, kept, force: true };
      const news = appeared(
        { at: kept.seenAt, lastOkAt: from },
        row.id,
        row.now ?? kept.fields,
        count > 1 ? count : null,
      );
      return { ...row, kept, force: true, changes: [news, ...row.changes] };
    }),
  };
}

/** Limit on a list in a row of D1, in characters of JSON. */
const MAX_CHARS = 400_000;

/** Characters of an item that is remembered by its id. */
const SEEN_CHARS = 8;

/** Upper bound of an item: ten fields of 1,000 escaped characters, and the state of twenty numbers. */
const MAX_ITEM_CHARS = 30_000;

/** Upper bound of the points stored for a watched number. */
const MAX_POINTS = 10;
const POINT_CHARS = 32;

/** What is stored of all items. */
type Memory = Pick<ListState, "seen" | "full" | "forgotten"> & { kept: ItemOutcome[] };

/** Size of an item, including points that may still be added. */
function charsOf({ id, kept }: ItemOutcome): number {
  const points = Object.values(kept!.numbers).reduce((sum, one) => sum + MAX_POINTS - one.points.length, 0);
  return JSON.stringify([id, kept]).length + points * POINT_CHARS;
}

/**
 * Chooses what to store, within the limits. Items that are gone, left long ago or do not fit are remembered by their
 * ids, the newest `mostItems` of them. So no item is new twice.
 */
function remembered(rows: ItemOutcome[], { seen }: ListState, settings: ListSettings): Memory {
  const stored = rows.filter(({ kept }) => kept !== null);
  const faded = new Set(fadedOf(stored.flatMap(({ id, kept }) => (kept!.held ? [] : [[id, kept!]]))));
  const kept = fitting(faded.size === 0 ? stored : stored.filter(({ id }) => !faded.has(id)), settings);
  const stays = new Set(kept);
  const rest = stored.filter((row) => row.now !== null && !stays.has(row)).toSorted((a, b) => timed(a, b, settings));
  const forgotten = rest.slice(settings.mostItems).map((row) => atOf(row, settings) ?? 0);
  const lost = rows.filter((row) => row.now === null && !stays.has(row) && !faded.has(row.id));
  // In sight, they are the newest.
  const ids = [...faded, ...idsOf(lost), ...idsOf(rest.slice(0, settings.mostItems).toReversed())];
  return {
    kept,
    seen: withSeen(seen, ids, settings.mostItems),
    full: rest.length > 0,
    forgotten: forgotten.length === 0 ? null : forgotten.reduce((a, b) => Math.max(a, b)),
  };
}

const idsOf = (rows: ItemOutcome[]): string[] => rows.map(({ id }) => id);

const atOf = ({ now, kept }: ItemOutcome, { timeField }: ListSettings): number | null =>
  timeOf(now ?? kept!.fields, timeField);

/** Sorts the latest first, as far as there are times. */
const timed = (a: ItemOutcome, b: ItemOutcome, settings: ListSettings): number =>
  settings.timeField === undefined ? 0 : (atOf(b, settings) ?? 0) - (atOf(a, settings) ?? 0);

/** The items to store with their fields. A stored item stays, unless one with news or a later one takes its slot. */
function fitting(rows: ItemOutcome[], settings: ListSettings): ItemOutcome[] {
  const { mostItems } = settings;
  let left = MAX_CHARS - SEEN_CHARS * mostItems;
  if (rows.length <= mostItems && rows.length * MAX_ITEM_CHARS <= left) return rows;
  /** Sorts items with changes first, then the latest, then known ones before new ones. */
  const byRank = (a: ItemOutcome, b: ItemOutcome): number => {
    if (a.changes.length > 0 !== b.changes.length > 0) return a.changes.length > 0 ? -1 : 1;
    return timed(a, b, settings) || Number(a.fresh) - Number(b.fresh) || b.kept!.seenAt - a.kept!.seenAt;
  };
  const ordered = rows.length <= mostItems ? rows : rows.toSorted(byRank).slice(0, mostItems);
  const sized = ordered.map((row): [ItemOutcome, number] => [row, charsOf(row)]);
  if (sized.reduce((sum, [, size]) => sum + size, 0) <= left) return ordered;
  return sized
    .toSorted(([a], [b]) => byRank(a, b))
    .flatMap(([row, size]) => {
      if (size > left) return [];
      left -= size;
      return row;
    });
}

/**
 * Finds items that appear, disappear, change and grow, wherever they are in the list. Keys make changes repeatable: an
 * appearance, a text or a limit is keyed by its poll, an absence by its first poll, a surge by the surge before it (or
 * the first sight).
 */
export function judgeList(input: Input): Judgment<ListState, ListChange> {
  const { view, settings, at } = input;
  const before = input.before ?? { ...BLANK, since: at, sampledAt: at };
  const items = new Map(view.items.map((item) => [item.id, item]));
  const diff = keyedDiff(before.known, items);
  const { confirmGone } = settings;
  const requested = { size: items.size, complete: view.complete, confirmGone, at, lastOkAt: input.lastOkAt };
  const { missing, sight } = judgeAbsences(diff, before, requested);
  if (items.size === 0)
    return {
      state: { ...before, ...sight },
      changes: [],
      again: confirmWithin([], sight, at),
      ...doubtNews(before, sight),
    };
  // What happened since a doubted answer may have happened before it.
  const lastOkAt = before.doubt === null ? input.lastOkAt : before.doubt.from;
  const polled = { ...input, lastOkAt };
  const watch = watchedFields(settings.watch);
  const seen = diff.stayed.map(([, row, item]) => met(polled, watch, item, row));
  const missed = diff.absent.map(([id, row]) => lacked(id, row, missing.get(id)!));
  const shown = Object.values(before.known).filter(inSight).length;
  const misses = diff.absent.some(([, row]) => !isOut(row));
  const novelties = noveltiesOf(input, before, diff.arrived, { missing: misses, shown });
  // No known item is left, so more items may have come and gone between the polls.
  const whole = seen.length === 0 && shown > 0 && items.size > 1 && items.size >= before.size;
  const atLeast = whole && diff.arrived.every(([id]) => novelties.get(id) === "new") ? items.size : null;
  const fresh = diff.arrived.map(([id, item]) =>
    arrived(polled, watch, item, { novelty: novelties.get(id)!, atLeast }),
  );
  const { held, rows } = judgeHeld(before, [...seen, ...missed, ...fresh], {
    at,
    lastOkAt,
    confirmGone,
    size: view.complete ? items.size : 0,
    old: seen.filter(({ kept }) => !kept?.held).length + [...novelties.values()].filter((one) => one === "seen").length,
  });
  const memory = remembered(rows, before, settings);
  const { kept } = memory;
  const due = input.before === null || kept.some(({ force }) => force) || isDue(before, seen, at);
  const state: ListState = {
    since: before.since,
    sampledAt: due ? at : before.sampledAt,
    mark: view.mark ?? before.mark,
    ...sight,
    floor: floorAfter(input, before, sight),
    full: !view.complete || memory.full,
    forgotten: memory.forgotten,
    held,
    seen: memory.seen,
    known: Object.fromEntries(
      kept.map(({ id, kept: row, now }) => {
        const ranges = items.get(id)?.ranges ?? {};
        return [id, due && now !== null ? sampled(row!, { fields: now, ranges }, watch, at) : row!];
      }),
    ),
  };
  if (summaryOf(state, inEnglish) !== summaryOf(before, inEnglish)) state.since = at;
  const samples = due ? samplesOf(kept, watch) : {};
  return {
    state,
    changes: rows.flatMap(({ changes }) => changes),
    again: againOf(state, kept, input),
    ...doubtNews(before, sight),
    ...(Object.keys(samples).length > 0 ? { samples } : {}),
  };
}

/** The earliest time that answers show. An incomplete one shows no fewer items, and a doubted one says nothing. */
function floorAfter({ view, settings: { timeField } }: Input, before: ListState, { doubt }: Sight): number | null {
  if (doubt !== null) return before.floor;
  const floor = floorOf(view.items, timeField);
  return view.complete || before.floor === null || floor === null ? floor : Math.min(floor, before.floor);
}

/** When to poll again, because something awaits confirmation; null for the usual interval. */
function againOf(state: ListState, stored: ItemOutcome[], { view, at }: Input): number | null {
  const waits = view.complete ? confirmWithin(Object.values(state.known), state, at) : null;
  if (waits !== null || state.held !== null) return CONFIRM_WITHIN_SECONDS;
  return stored.some(({ doubted }) => doubted) ? CONFIRM_NUMBER_SECONDS : null;
}
