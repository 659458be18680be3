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
  /** The fields that the operation has. */
  names: string[];
  /** False where the answer has more rows than are read: what is absent may stand further down. */
  complete: boolean;
}

export interface KnownItem {
  /** Numbers as last sampled; texts as last told. */
  fields: Values;
  /** When it was seen first, epoch ms. */
  seenAt: number;
  absence: Absence | null;
  /** Its numbers that are watched, by field. */
  numbers: Record<string, KnownNumber>;
}

export interface ListState {
  since: number;
  sampledAt: number;
  /** The most items that any answer had: an answer with fewer is none that could be full. */
  longest: number;
  /** True where the last answer had more items than are remembered: what is not remembered may have been there before. */
  full: boolean;
  /** By id. */
  known: Record<string, KnownItem>;
}

/** The snapshot has no more items than these. */
const MAX_SHOWN = 500;

/** Ids of the same sort grow: a longer one is younger. */
const byId = (a: string, b: string): number => b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/** The public snapshot: the youngest items. `count` says how many are remembered, `complete` whether that is all of the list. */
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

export function summaryOf({ known, full }: ListState): string {
  const count = Object.keys(known).length;
  const items = count === 1 ? "1 item" : `${count} items`;
  return full ? `${items} and more` : items;
}
