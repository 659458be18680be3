import { isOut, type Absence, type Sight } from "../../core/absence.ts";
import { iso } from "../../core/instant.ts";
import type { Say } from "../../core/sentence.ts";
import type { SeenIds } from "../../core/seen-ids.ts";
import type { Ranges, Values } from "../../core/named-values.ts";
import { unreadableIn, withNumbers, type KnownNumber } from "../../core/watched-number.ts";
import type { DecimalMark } from "../../core/written-number.ts";
import type { Judging } from "../judgment.ts";
import type { ListParams, ListSettings } from "./params.ts";
import type { Seen } from "../kind.ts";
import type { ListSnapshot } from "./shape.ts";

export interface Item {
  id: string;
  fields: Values;
  /** What shortened numbers stand for. */
  ranges?: Ranges;
}

export interface ListView extends Seen {
  /** In the order of the answer, each id once. */
  items: Item[];
  /** The names of the operation's fields. */
  names: string[];
  /** False if the answer has more rows than are read. A missing item may then be further down. */
  complete: boolean;
  /** The decimal mark of its texts; null if they prove or need none. */
  mark?: DecimalMark | null;
}

export interface KnownItem {
  /** Numbers as of the last sample; texts as last reported. */
  fields: Values;
  /** First sight, epoch ms. */
  seenAt: number;
  absence: Absence | null;
  /** True if nothing proves yet that it is new (`Held`). */
  held?: true;
  /** The state of its watched numbers, by field. */
  numbers: Record<string, KnownNumber>;
  /** The fields that the last answer with it had nothing for. */
  missing?: string[];
}

/** Items without times, none of which the answer before had: new ones, or those of another page. */
export interface Held {
  /** The answer that showed them, epoch ms. */
  since: number;
  /** The last answer before it, epoch ms. */
  from: number | null;
  /** The answers that have agreed since, because they lack the items from before. */
  answers: number;
}

export interface ListState extends Sight {
  since: number;
  sampledAt: number;
  /** The decimal mark of its texts; null if none has told it. */
  mark: DecimalMark | null;
  /** The earliest time in the last answer, pinned items aside, epoch ms; null if it had none. */
  floor: number | null;
  /** True if the last answer had more items than are stored. */
  full: boolean;
  /** The latest time of its items that are not remembered at all (0 without times), epoch ms; null if all are. */
  forgotten: number | null;
  held: Held | null;
  /** Remembered without their fields: what is gone, left long ago, or did not fit. */
  seen: SeenIds;
  /** By id. */
  known: Record<string, KnownItem>;
}

export type Input = Judging<ListParams, ListSettings, ListState, ListView>;

/** Limit on the items of the snapshot. */
const MAX_DISPLAYED = 500;

/** Ids of the same type increase, so a longer one is newer. */
const byId = (a: string, b: string): number => b.length - a.length || (a < b ? 1 : a > b ? -1 : 0);

/** The items that count as listed: in sight, or missing without proof. */
export const listed = ({ known }: ListState): [string, KnownItem][] =>
  Object.entries(known).filter(([, row]) => !isOut(row));

/**
 * The public snapshot: the newest items. `count` is the number of stored items that are listed, `complete` tells whether
 * the list has no others. `doubtedSince` is there while answers lack most of them, `unreadableSince` at an item whose
 * watched number can no longer be read.
 */
export function showItems(state: ListState): ListSnapshot {
  const { full, doubt } = state;
  const items = listed(state).sort(([a, one], [b, other]) => other.seenAt - one.seenAt || byId(a, b));
  return {
    items: items.slice(0, MAX_DISPLAYED).map(([itemId, { fields, numbers, missing }]) => ({
      itemId,
      fields: withNumbers(fields, numbers, missing),
      ...unreadableIn(numbers),
    })),
    count: items.length,
    complete: !full,
    ...(doubt === null ? {} : { doubtedSince: iso(doubt.since) }),
  };
}

export function summaryOf(state: ListState, say: Say): string {
  const count = listed(state).length;
  return state.full
    ? say.plural(count, "{n} item and more", "{n} items and more")
    : say.plural(count, "{n} item", "{n} items");
}

/** The state before the first answer. */
export const BLANK: ListState = {
  since: 0,
  sampledAt: 0,
  mark: null,
  size: 0,
  doubt: null,
  floor: null,
  full: false,
  forgotten: null,
  held: null,
  seen: "",
  known: {},
};
