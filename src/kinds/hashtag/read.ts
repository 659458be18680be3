import { err, ok } from "../../core/result.ts";
import { unreadableFault, type Fault } from "../../core/fault.ts";
import { lostNumber } from "../../core/lost-number.ts";
import type { ReadContext, Reading } from "../kind.ts";
import type { HashtagParams, HashtagSettings } from "./params.ts";
import type { Found, HashtagState, HashtagView } from "./view.ts";
import { decodePage, UNANSWERED, type Page } from "./wire.ts";

/** Limit on the rows requested per page. */
const PAGE_ROWS = 20;
/** Pages usually have at least this many rows. Two more pages allow for shorter ones. */
const LEAN_PAGE_ROWS = 10;
const SPARE_PAGES = 2;

/** Limit on the pages read for this many results. */
export const maxPages = (count: number): number => Math.ceil(count / LEAN_PAGE_ROWS) + SPARE_PAGES;

type Asking = Pick<ReadContext<HashtagParams, HashtagSettings, HashtagState>, "params" | "before">;

/**
 * Reads the first `count` results, page by page. The cursor is opaque. A failing first page is the poll's fault. A
 * later one, one that is not granted, or one that the service did not answer leaves a partial view.
 */
export function* readHashtags({ params, before }: Asking): Reading<HashtagView> {
  const { keyword, region, count } = params;
  const found: Page["found"] = [];
  let offset = 0;
  for (let page = 1; page <= maxPages(count); page += 1) {
    const values = { keyword, region, offset, count: Math.min(count, PAGE_ROWS) };
    const answer = yield { operation: "search.hashtag", values };
    const decoded = answer.ok ? decodePage(answer.value.body) : answer;
    if (!decoded.ok && page === 1) return err(decoded.error);
    if (!decoded.ok || decoded.value === UNANSWERED) return ok(viewOf(found, count, false, before));
    for (const row of decoded.value.found) if (!found.some((other) => same(row, other))) found.push(row);
    const { more, cursor } = decoded.value;
    if (!more || cursor === null || cursor <= offset || found.length >= count) break;
    offset = cursor;
  }
  return ok(viewOf(found, count, true, before));
}

const same = (a: Page["found"][number], b: Page["found"][number]): boolean =>
  a.cid === null ? b.name === a.name : b.cid === a.cid;

function viewOf(found: Page["found"], count: number, complete: boolean, before: Asking["before"]): HashtagView {
  const wanted: Found[] = found.slice(0, count).map((row, index) => ({ ...row, position: index + 1 }));
  const fault = unreadableIn(wanted, before);
  const whole = complete || wanted.length === count;
  return { found: wanted, complete: whole, ...(fault === null ? {} : { unreadable: fault }) };
}

/** Where the counts of a hashtag are in its row. */
const POINTERS = { views: "view_count", uses: "use_count" } as const;

/** The fault of counts that were known and can no longer be read. */
function unreadableIn(found: Found[], before: Asking["before"]): Fault | null {
  if (found.every(({ views, uses }) => views !== null && uses !== null)) return null;
  const known = before()?.known ?? {};
  for (const name of ["views", "uses"] as const) {
    const had = found.filter(({ cid }) => cid !== null && known[cid] !== undefined && known[cid][name].value !== null);
    const lost = lostNumber(had, (row) =>
      row[name] !== null ? "read" : row.texts?.includes(name) ? "text" : "missing",
    );
    if (lost === null) continue;
    return unreadableFault(`/data/challenge_list/${lost.position - 1}/challenge_info/${POINTERS[name]}`, name);
  }
  return null;
}
