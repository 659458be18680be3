import { DAY_MS } from "../../core/duration.ts";
import { valueOf, type Values } from "../../core/named-values.ts";
import { latestInstant } from "../../core/time-field.ts";
import { remembering } from "../../core/seen-ids.ts";
import type { Input, Item, ListState } from "./view.ts";

/** What an item is that is not stored: new; seen before; old, as it moved up; or `held`, which is not known yet. */
export type Novelty = "new" | "seen" | "old" | "held";

/** A list that answered without rows for this long has none. Its first item is new. */
const EMPTY_FOR_MS = DAY_MS;

/** Fewer items that are all replaced are no other page. */
const PAGE_ITEMS = 3;

/** The time of an item, epoch ms; null if it has none. */
export const timeOf = (fields: Values, timeField: string | undefined): number | null =>
  timeField === undefined ? null : latestInstant(valueOf(fields, timeField));

/**
 * The earliest time in an answer, pinned items aside: those above a list that otherwise begins with the latest. Null
 * without times.
 */
export function floorOf(items: Item[], timeField: string | undefined): number | null {
  const times = items.flatMap(({ fields }) => timeOf(fields, timeField) ?? []);
  if (times.length === 0) return null;
  return times.slice(pinnedIn(times)).reduce((a, b) => Math.min(a, b));
}

/** The number of pinned items at the top; 0 if the list does not otherwise begin with the latest. */
function pinnedIn(times: number[]): number {
  const rises = times.flatMap((time, place) => (place > 0 && time > times[place - 1]! ? place : []));
  const most = times.length < PAGE_ITEMS ? 0 : times.length / 2;
  const sorted = rises.at(-1) ?? 0;
  if (sorted <= most) return sorted;
  // Some items are out of order: pinned are those above the latest.
  const latest = times.indexOf(times.reduce((a, b) => Math.max(a, b)));
  const later = rises.filter((place) => place > latest).length;
  return latest <= most && later * 4 < times.length - latest ? latest : 0;
}

/** Reports whether no item was ever seen, and the list has not been empty for long. */
function isFirst({ before, lastOkAt }: Input): boolean {
  if (before === null) return true;
  const blank = before.seen === "" && Object.keys(before.known).length === 0;
  return blank && (lastOkAt === null || lastOkAt - before.since < EMPTY_FOR_MS);
}

/**
 * Evaluates items that are not stored. An item that was never seen is new, unless it has merely moved up from below what
 * the answer before showed: its time is earlier than all that had, or, without times, it stands below all known items
 * while others are missing. `missing` is true if known items are, `before` is how many the answer before had.
 */
export function noveltiesOf(
  input: Input,
  state: ListState,
  arrived: [id: string, Item][],
  { missing, shown }: { missing: boolean; shown: number },
): Map<string, Novelty> {
  if (arrived.length === 0) return new Map();
  const { settings, view } = input;
  const remembered = remembering(state.seen);
  const unseen = new Set(arrived.flatMap(([id]) => (remembered(id) ? [] : id)));
  const lastKnown = view.items.findLastIndex(({ id }) => !unseen.has(id));
  const first = isFirst(input);
  const places = new Map(view.items.map(({ id }, place) => [id, place]));
  const novelty = (id: string, { fields }: Item): Novelty => {
    if (!unseen.has(id)) return "seen";
    if (first) return "old";
    const time = timeOf(fields, settings.timeField);
    if (state.forgotten !== null && (time === null || time <= state.forgotten)) return "old";
    if (time !== null && state.floor !== null) return time >= state.floor ? "new" : "old";
    if (!missing) return "new";
    if (lastKnown < 0) return shown < PAGE_ITEMS ? "new" : "held";
    return places.get(id)! > lastKnown ? "old" : "new";
  };
  return new Map(arrived.map(([id, item]) => [id, novelty(id, item)]));
}
