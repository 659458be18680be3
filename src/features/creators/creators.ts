import type { Target } from "./resource/form.ts";
import type { Listed, Page } from "../../core/page.ts";
import type { SeriesPoint } from "./target-reading.ts";
import type { Named } from "../../core/find-names.ts";

/** The creators to show: all, live ones, those whose last poll failed, those that are not polled. */
export const DISPLAYED = ["all", "on-air", "trouble", "paused"] as const;

/** Filter and order of a list of creators. */
export interface CreatorFilter {
  show: (typeof DISPLAYED)[number];
  /** Part of the name, or the start of handle or user id, ignoring case; "" for all. */
  search: string;
  watchlistId: string | null;
  /** By name; or live creators first, then those whose last poll failed. */
  sort: "name" | "status";
}

/** A page key: the group in the order by status, the last name as folded by the database, its id and list. */
export type CreatorKey = [group: number, name: string, id: string, list: string];

/** A page key in the order by watchlist, then by name. */
export type ListKey = readonly [list: string, name: string, id: string];

/** What is shown around a list of targets. */
export interface ListHead {
  lists: { id: string; name: string }[];
  /** The number of targets of each kind, without resting ones. */
  counts: Record<string, number>;
  /** The kinds of the demo's targets by id, while another service is asked: they are not checked and not listed. */
  resting: ReadonlyMap<string, string>;
  /** Some of the latest snoozes of all alerts about streams: what they are about, and their end, epoch ms. */
  snoozes: { targetId: string | null; watchlistId: string | null; until: number }[];
}

/**
 * A page of creators. It may have fewer items than requested, or none, and still continue. `lastOkAt` is only read for
 * those whose last poll failed. A search has one page.
 */
export type Creators = Listed<Target, CreatorKey> & {
  /** True if a search may have more results than shown. */
  isCut: boolean;
  head: ListHead;
  /** Similar names, if the search found nothing. */
  near: Named[];
};

/** A page key: the last name as folded by the database, and its id. */
export type NameKey = [name: string, id: string];

/** Targets of one kind, by name. */
export type NamedTargets = Listed<Target, NameKey> & { head: ListHead };

/** A creator in a list. */
export interface Listing {
  /** The target. */
  id: string;
  listId: string;
  /** The name of the list. */
  list: string;
}

export interface CreatorPorts {
  /** Returns the live targets that match a filter. */
  creators(filter: CreatorFilter, page: Page<CreatorKey>): Promise<Creators>;
  /** Returns where creators are listed, by alias or else identity; those of no list are missing. */
  listsOf(identities: string[]): Promise<Map<string, Listing[]>>;
}

export interface TargetListPorts {
  /** Returns the targets of a kind, by name. */
  ofKind(kind: string, page: Page<NameKey>): Promise<NamedTargets>;
  /** Returns what news compares with `now` (epoch ms), by target. */
  pointsSince(all: Target[], now: number): Promise<Map<string, SeriesPoint[]>>;
  /** Returns the targets of these kinds whose names begin with one of these texts, ignoring the case of A to Z. */
  beginning(kinds: string[], beginnings: string[], max: number): Promise<FoundTarget[]>;
}

export type FoundTarget = Pick<Target, "id" | "kind" | "name">;

/** The page of creators. */
export const CREATORS = "/creators";

/** The choice of a list that is created first; no id looks like it. */
export const NEW_LIST = "new";

const MAX_SEARCHED = 100;

/** Returns the filter that the address asks for; invalid parts are ignored. */
export function filterIn({ searchParams }: URL): CreatorFilter {
  const show = searchParams.get("show");
  return {
    show: DISPLAYED.find((one) => one === show) ?? "all",
    search: (searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCHED).toWellFormed(),
    watchlistId: searchParams.get("list") || null,
    sort: searchParams.get("sort") === "name" ? "name" : "status",
  };
}

/** Returns the address of a filtered list; `cursor` continues it. */
export function addressOf({ show, search, watchlistId, sort }: CreatorFilter, cursor?: string): string {
  const query = new URLSearchParams({
    ...(search === "" ? {} : { q: search }),
    ...(show === "all" ? {} : { show }),
    ...(watchlistId === null ? {} : { list: watchlistId }),
    ...(sort === "status" ? {} : { sort }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return query === "" ? CREATORS : `${CREATORS}?${query}`;
}
