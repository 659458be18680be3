import { err, ok } from "../../core/result.ts";
import type { Reading } from "../kind.ts";
import type { HashtagParams } from "./params.ts";
import type { Found, HashtagView } from "./view.ts";
import { decodePage, UNANSWERED, type Page } from "./wire.ts";

/** The most rows that one page is asked for. */
const PAGE_ROWS = 20;
/** Pages hold at least this many rows as a rule; two more allow for short ones. */
const LEAN_PAGE_ROWS = 10;
const SPARE_PAGES = 2;

/** The most pages that are read for this many results. */
export const maxPages = (count: number): number => Math.ceil(count / LEAN_PAGE_ROWS) + SPARE_PAGES;

/**
 * Reads the first `count` results over as many pages as it takes; the cursor is opaque. A fault on the first page is the
 * fault; a later one, a call that was not granted, or a page that says it could not answer leave a partial view.
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
