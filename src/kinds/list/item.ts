import type { Missing } from "../../core/absence.ts";
import { misses, missingIn, numberOf, onlyNamed, saysTheSame, valueOf, type Values } from "../../core/named-values.ts";
import {
  sampledNumber,
  unreadable,
  watchedNumber,
  withoutDoubted,
  type KnownNumber,
  type NumberWatch,
  type WatchedNumber,
} from "../../core/watched-number.ts";
import type { NumberRange } from "../../core/written-number.ts";
import type { When } from "../event-type.ts";
import { listChange, type ListChange } from "./events.ts";
import type { Novelty } from "./news.ts";
import type { Input, Item, KnownItem } from "./view.ts";

/** What a poll found about one item. */
export interface ItemOutcome {
  id: string;
  /** Its next stored row; null if it is gone. */
  kept: KnownItem | null;
  /** Its current fields; null if it is missing. */
  now: Values | null;
  /** True if it was not stored before. */
  fresh: boolean;
  /** True if it must be stored now, whatever the time. */
  force: boolean;
  /** True if a number of it is doubted. Its current fields lack that number. */
  doubted: boolean;
  changes: ListChange[];
}

/** The entries of `watch` by field. */
export type Watch = Map<string, NumberWatch[]>;

export const watchedFields = (watch: NumberWatch[]): Watch => Map.groupBy(watch, ({ field }) => field);

/** Compares a known item with its current fields. */
export function met(input: Input, watch: Watch, item: Item, row: KnownItem): ItemOutcome {
  const { at } = input;
  const { id, fields: answered } = item;
  const found = watchedIn(input, watch, item, row);
  const doubted = new Set(found.flatMap(([field, one]) => (one.doubted ? field : [])));
  const unread = unreadIn(answered, watch, row);
  const now = withoutDoubted(answered, new Set([...doubted, ...unread]));
  const fields = { ...withoutDoubted(onlyNamed(row.fields, input.view.names), unread) };
  const absent = missingIn(fields, answered);
  const whole = withoutDoubted({ ...fields, ...now }, new Set(absent.missing));
  const changes: ListChange[] = [];
  let force = found.some(([, one]) => one.force);
  for (const [field, value] of Object.entries(now)) {
    const before = valueOf(row.fields, field);
    if (typeof value !== "string" || field === input.settings.timeField) continue;
    if (typeof before === "string" && saysTheSame(before, value)) continue;
    fields[field] = value;
    force = true;
    // A number that is now a text is no change of a text.
    if (typeof before !== "string") continue;
    const data = { itemId: id, fields: whole, field, before, after: value };
    changes.push(listChange(input, "item.changed", `${id}/${field}/${at}`, data));
  }
  const numbers = Object.fromEntries(Object.entries(row.numbers).filter(([field]) => watch.has(field)));
  for (const field of unread) {
    force ||= numbers[field]!.unreadableSince === undefined;
    numbers[field] = unreadable(numbers[field]!, at);
  }
  for (const [field, { known, crossed, surge, seen }] of found) {
    const before = numbers[field];
    numbers[field] = known;
    const data = { itemId: id, fields: whole, field };
    if (crossed !== null) {
      const passed = { ...data, before: before!.value, after: known.value, threshold: crossed.value };
      changes.push(listChange(seen, "item.crossed", `${id}/${field}/${seen.at}`, passed));
    }
    if (surge !== null) {
      const key = `${id}/${field}/${before!.surgedAt ?? before!.seenAt}`;
      changes.push(listChange(input, "item.surged", key, { ...data, ...surge }));
    }
  }
  const { missing: _before, ...rest } = row;
  const kept = { ...rest, fields, numbers, absence: null, ...absent };
  force ||= misses(absent, row);
  return { id, kept, now, fresh: false, force, doubted: doubted.size > 0, changes };
}

/** The watched fields that had numbers, and that an answer has none for. */
const unreadIn = (now: Values, watch: Watch, { numbers }: KnownItem): Set<string> =>
  new Set([...watch.keys()].filter((field) => Object.hasOwn(numbers, field) && numberOf(now, field) === null));

/** What the number of a field stands for, if it is shortened. */
const rangeOf = ({ ranges = {} }: Pick<Item, "ranges">, field: string): NumberRange | null =>
  Object.hasOwn(ranges, field) ? ranges[field]! : null;

/** Evaluates the watched numbers of an item that its current fields have. */
const watchedIn = (input: Input, watch: Watch, item: Item, { numbers }: KnownItem): [field: string, WatchedNumber][] =>
  [...watch].flatMap(([field, entries]): [string, WatchedNumber][] => {
    const known = Object.hasOwn(numbers, field) ? numbers[field]! : null;
    const value = numberOf(item.fields, field);
    return value === null ? [] : [[field, watchedNumber(known, value, entries, input, rangeOf(item, field))]];
  });

/** Handles a known item that is missing from the answer. */
export function lacked(id: string, row: KnownItem, { absence, gone }: Missing): ItemOutcome {
  const nothing = { id, now: null, fresh: false, force: false, doubted: false };
  if (!gone || absence === null) return { ...nothing, kept: { ...row, absence }, changes: [] };
  const { firstAt, from } = absence;
  const change: ListChange = {
    type: "item.gone",
    key: `${id}/${firstAt}`,
    occurredAt: firstAt,
    window: { from, to: firstAt },
    data: { itemId: id, fields: row.fields },
  };
  return { ...nothing, kept: null, changes: [change] };
}

/** Handles an item that is not stored yet. `atLeast` is the number of new items if there may be more; null otherwise. */
export function arrived(
  input: Input,
  watch: Watch,
  item: Item,
  { novelty, atLeast }: { novelty: Novelty; atLeast: number | null },
): ItemOutcome {
  const { id, fields } = item;
  const row: KnownItem = { fields, seenAt: input.at, absence: null, numbers: {} };
  const changes = novelty === "new" ? [appeared(input, id, fields, atLeast)] : [];
  const known = novelty === "held" ? { ...row, held: true as const } : row;
  return { ...met(input, watch, item, known), changes, fresh: true, force: true };
}

/** The news of an item that is new since `when`. */
export function appeared(when: When, id: string, fields: Values, atLeast: number | null): ListChange {
  const data = { itemId: id, fields, ...(atLeast === null ? {} : { atLeast }) };
  return listChange(when, "item.appeared", `${id}/${when.at}`, data);
}

/** Updates all fields of an item at a sample, including insignificant changes of texts. */
export function sampled(stored: KnownItem, item: Pick<Item, "fields" | "ranges">, watch: Watch, at: number): KnownItem {
  const { fields: now } = item;
  const numbers = Object.entries(stored.numbers).map(([field, known]): [string, KnownNumber] => {
    const value = numberOf(now, field);
    const entries = watch.get(field) ?? [];
    return [field, value === null ? known : sampledNumber(known, value, entries, at, rangeOf(item, field))];
  });
  return { ...stored, fields: { ...stored.fields, ...now }, numbers: Object.fromEntries(numbers) };
}
