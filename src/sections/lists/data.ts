import type { Period } from "../period.ts";
import type { TargetWatch, Watched } from "../watched.ts";

/** How a number of an item grew. */
export type ItemSurge = { field: string; before: number; after: number; percent: number };

/** The limit that a number of an item passed. */
export type ItemLimit = { field: string; limit: number; above: boolean; at: number };

/** An item with events in the period. */
export type TouchedItem = {
  itemId: string;
  /** Null if unknown. */
  title: string | null;
  /** When it was found new in the period, epoch ms; null if it wasn't. */
  foundAt: number | null;
  /** Whether it was listed at the start and the end. */
  atBegin: boolean;
  atEnd: boolean;
  /** The strongest growth. */
  surge: ItemSurge | null;
  /** The last limit. */
  limit: ItemLimit | null;
};

/** The items of a list. */
export type ListMeasure = TargetWatch & { name: string; told: string; items: TouchedItem[] };

/** The digest data of lists of items. */
export type ListsData = {
  period: Period;
  watched: Watched;
  /** Items that were new in the period, and those of them still listed at its end. */
  appeared: number;
  still: number;
  /** Items listed at the start and no longer at the end. */
  gone: number;
  surged: number;
  crossed: number;
  /** The lists with most new items. */
  lists: { name: string; appeared: number }[];
  /** Items by growth. */
  fastest: ({ title: string } & ItemSurge)[];
  /** Items by the time at which they passed their limit, latest first. */
  limits: ({ title: string } & ItemLimit)[];
  /** The latest new items that are still listed. */
  fresh: { title: string; at: number }[];
};
