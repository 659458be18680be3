import type { Target } from "../../resources/targets/form.ts";
import type { Listed } from "./page.ts";

/** Which creators: all, those on air, those that could not be read last, those that are not polled. */
export const SHOWN = ["all", "on-air", "trouble", "paused"] as const;

/** What a list of creators is narrowed and ordered by. */
export interface CreatorFilter {
  show: (typeof SHOWN)[number];
  /** How the name, the handle or the user id begins, in any case; "" for all. */
  search: string;
  watchlistId: string | null;
  /** By name, or those on air first, then those that could not be read. */
  sort: "name" | "status";
}

/** Where a page goes on: the group of the order by status, and the last name, folded as the database folds it. */
export type CreatorKey = [group: number, name: string, id: string];

/** Creators in their order. `lastOkAt` is known of those alone that could not be read. A search has one page: `next` says that there are more. */
export type Creators = Listed<Target, CreatorKey> & {
  /** How many are watched, whatever the filter says. */
  watched: number;
};
