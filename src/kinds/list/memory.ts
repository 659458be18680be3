import { fadedOf } from "../../core/absence.ts";
import { withSeen } from "../../core/seen-ids.ts";
import type { ItemOutcome } from "./item.ts";
import { timeOf } from "./news.ts";
import type { ListSettings } from "./params.ts";
import type { ListState } from "./view.ts";

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
export function remembered(rows: ItemOutcome[], { seen }: ListState, settings: ListSettings): Memory {
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
