import { err, ok } from "../../core/result.ts";
import type { Reading } from "../kind.ts";
import type { HashtagParams } from "./params.ts";
import type { Found, HashtagView } from "./view.ts";
import { decodePage, UNANSWERED, type Page } from "./wire.ts";

/** Limit on the rows requested per page. */
const PAGE_ROWS = 20;
/** Pages usually have at least this many rows. Two more pages allow for shorter ones. */
const LEAN_PAGE_ROWS = 10;
const SPARE_PAGES = 2;

/** Limit on the pages read for this many results. */
export const maxPages = (count: number): number => Math.ceil(count / LEAN_PAGE_ROWS) + SPARE_PAGES;

/**
 * Reads the first `count` results, page by page. The cursor is opaque. A failing first page is the poll's fault. A
 * later one, one that is not granted, or one that the service did not answer leaves a partial view.
 */
export function* readHashtags({ keyword, region, count }: HashtagParams): Reading<HashtagView> {
  const found: Page["found"] = [];
  let offset = 0;
  for (let page = 1; page <= maxPages(count); page += 1) {
    const values = { keyword, region, offset, count: Math.min(count, PAGE_ROWS) };
    const answer = yield { operation: "search.hashtag", values };
    const decoded = answer.ok ? decodePage(answer.value.body) : answer;
    if (!decoded.ok && page === 1) return err(decoded.error);
    if (!decoded.ok || decoded.value === UNANSWERED) return ok(viewOf(found, count, false));
    for (const row of decoded.value.found) if (!found.some((other) => same(row, other))) found.push(row);
    const { more, cursor } = decoded.value;
    if (!more || cursor === null || cursor <= offset || found.length >= count) break;
    offset = cursor;
  }
  return ok(viewOf(found, count, true));
}

const same = (a: Page["found"][number], b: Page["found"][number]): boolean =>
  a.cid === null ? b.name === a.name : b.cid === a.cid;

const viewOf = (found: Page["found"], count: number, complete: boolean): HashtagView => {
  const wanted: Found[] = found.slice(0, count).map((row, index) => ({ ...row, position: index + 1 }));
  return { found: wanted, complete: complete || wanted.length === count };
};
