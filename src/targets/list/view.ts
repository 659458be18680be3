import type { Say } from "../../core/say.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Absence } from "../../core/keyed-diff.ts";
import type { Values } from "../../core/named-values.ts";
import { withNumbers, type KnownNumber } from "../../core/watched-number.ts";

export interface Item {
  id: string;
  fields: Values;
}

export interface ListView {
  items: Item[];
  /** The names of the operation's fields. */
  names: string[];
  /** False if the answer has more rows than are read. A missing item may then be further down. */
  complete: boolean;
}

export interface KnownItem {
  /** Numbers as of the last sample; texts as last reported. */
  fields: Values;
  /** First sight, epoch ms. */
  seenAt: number;
  absence: Absence | null;
  /** The state of its watched numbers, by field. */
  numbers: Record<string, KnownNumber>;
}

export interface ListState {
  since: number;
  sampledAt: number;
  /** The highest number of items of any answer. An answer with fewer is not a full page. */
  longest: number;
  /** True if the last answer had more items than are stored. Items that are not stored may then be old. */
  full: boolean;
  /** By id. */
  known: Record<string, KnownItem>;
}

/** Limit on the items of the snapshot. */
const MAX_SHOWN = 500;

/** Ids of the same type increase, so a longer one is newer. */
const byId = (a: string, b: string): number => b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/**
 * The public snapshot: the newest items. `count` is the number of stored items, `complete` tells whether the list has
 * no others.
 */
export function showItems({ known, full }: ListState): JsonObject {
  const items = Object.entries(known).sort(([a, one], [b, other]) => other.seenAt - one.seenAt || byId(a, b));
  return {
    items: items
      .slice(0, MAX_SHOWN)
      .map(([itemId, { fields, numbers }]) => ({ itemId, fields: withNumbers(fields, numbers) })),
    count: items.length,
    complete: !full,
  };
}

export function summaryOf({ known, full }: ListState, say: Say): string {
  const count = Object.keys(known).length;
  return full
    ? say.plural(count, "{n} item and more", "{n} items and more")
    : say.plural(count, "{n} item", "{n} items");
}
