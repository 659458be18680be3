import type { Target } from "../../resources/targets/form.ts";
import type { Listed } from "./page.ts";
import type { Named } from "./within.ts";

/** Which creators: all, those on air, those that could not be read last, those that are not polled. */
export const SHOWN = ["all", "on-air", "trouble", "paused"] as const;

/** What a list of creators is narrowed and ordered by. */
export interface CreatorFilter {
  show: (typeof SHOWN)[number];
  /** What the name holds, or how the handle or the user id begins, in any case; "" for all. */
  search: string;
  watchlistId: string | null;
  /** By name, or those on air first, then those that could not be read. */
  sort: "name" | "status";
}

/** Where a page goes on: the group of the order by status, the last name, folded as the database folds it, and its list. */
export type CreatorKey = [group: number, name: string, id: string, list: string];

/** Where creators go on that come list by list, and by name in each. */
export type ListKey = readonly [list: string, name: string, id: string];

/** What stands beside a list of targets. */
export interface ListHead {
  lists: { id: string; name: string }[];
  /** How many targets there are of each kind. */
  counts: Record<string, number>;
}

/**
 * Creators in their order. A page may have fewer than were asked for, or none, and go on. `lastOkAt` is known of those alone that
 * could not be read. A search has one page.
 */
export type Creators = Listed<Target, CreatorKey> & {
  /** True where a search may have found more, whom it does not tell. */
  isCut: boolean;
  head: ListHead;
  /** Whose names are like the one that was looked for, where nobody was found. */
  near: Named[];
};

/** Where a page of names goes on: the last name, folded as the database folds it. */
export type NameKey = [name: string, id: string];

/** Targets of one kind, by name. */
export type NamedTargets = Listed<Target, NameKey> & { head: ListHead };
