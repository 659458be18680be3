import { DISPLAYED, type CreatorFilter } from "./creators.ts";

/** The page of creators. */
export const CREATORS = "/creators";

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
