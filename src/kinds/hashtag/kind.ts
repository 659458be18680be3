import { lostNumber } from "../../core/compared-numbers.ts";
import { unreadableFault, type Fault, malformed } from "../../core/fault.ts";
import { countOf, flagOf, idOf, isObject, type Json, lineOf, listOf, objectOf } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { writtenCount } from "../../core/written-number.ts";
import type { ReadContext, Reading, TargetKind } from "../kind.ts";
import { hashtagEvents } from "./events.ts";
import { judgeHashtag } from "./judge.ts";
import { hashtagNews } from "./news.ts";
import { hashtagParams, hashtagSettings, type HashtagParams, type HashtagSettings } from "./params.ts";
import {
  lastCounts,
  listed,
  showHashtags,
  summaryOf,
  tagText,
  type HashtagState,
  type HashtagView,
  type Found,
} from "./view.ts";
import { count, countText, name, rankText, rowsIn, reported, type KindPage } from "../page.ts";

/** How pages show hashtag searches. */
const hashtagPage: KindPage = {
  path: "/hashtags",
  noun: "hashtag",
  title: "Hashtags",
  icon: "hashtag",
  alerts: { title: "Hashtags", any: "a hashtag", some: "a hashtag", all: "does anything" },
  watched: {
    about: "Results of a hashtag search: new, gone and growing.",
    fields: {
      "/name": "Name",
      "/params/keyword": "Search for",
      "/params/region": "Country",
      "/params/count": "Results",
    },
    settings: {
      "/settings/surgePercent": "Alert at this growth, %",
      "/settings/surgeWindowSeconds": "Within this time, seconds",
    },
    columns: ["Hashtag", "Views", "Uses", "Position"],
    rows: ({ results }, say) =>
      rowsIn(results).map(({ name: tag, viewCount, useCount, position }) => [
        name(typeof tag === "string" ? tagText(tag) : tag),
        count(viewCount, say),
        count(useCount, say),
        { text: typeof position === "number" ? rankText(position, say.language) : "–", number: true },
      ]),
    charts: [
      { begins: "views:", title: "Views", unit: "count", text: countText, label: tagText },
      { begins: "uses:", title: "Uses", unit: "count", text: countText, label: tagText },
    ],
    called: ({ keyword, region }, say) =>
      say.text("“{keyword}” in {country}", { keyword: reported(keyword), country: reported(region) }),
  },
};

/** Limit on the rows requested per page. */
const PAGE_ROWS = 20;
/** Pages usually have at least this many rows. Two more pages allow for shorter ones. */
const LEAN_PAGE_ROWS = 10;
const SPARE_PAGES = 2;

/** Limit on the pages read for this many results. */
export const maxPages = (count: number): number => Math.ceil(count / LEAN_PAGE_ROWS) + SPARE_PAGES;

type Asking = Pick<ReadContext<HashtagParams, HashtagSettings, HashtagState>, "params" | "before">;

interface Page {
  found: Omit<Found, "position">[];
  /** Opaque start of the next page; null if there is none. */
  cursor: number | null;
  more: boolean;
}

/** The service could not answer the search ("nil info"), so nothing is known about its results. */
export const UNANSWERED = "unanswered";

/** Limit on the rows read, which is more than a page should have. */
const MAX_ROWS = 200;

/**
 * Decodes a page of a hashtag search. A null or empty list without nil info is a page without results. Rows that cannot
 * be decoded are skipped, unless none can.
 */
export function decodePage(body: Json): Result<Page | typeof UNANSWERED, Fault> {
  if (!isObject(body)) return err(malformed("", "the answer is not a JSON object"));
  const data = objectOf(body["data"]);
  if (data === null) return err(malformed("/data", "the answer has no data"));
  const nilInfo = data["search_nil_info"];
  if ((isObject(nilInfo) && Object.keys(nilInfo).length > 0) || Object.keys(data).length === 0) return ok(UNANSWERED);
  const rows = listOf(data["challenge_list"]);
  if (rows === null) return err(malformed("/data/challenge_list", "the results are not a list"));
  const found = rows.slice(0, MAX_ROWS).flatMap((row) => decodeRow(row) ?? []);
  const named = found.some(({ cid }) => cid !== null);
  if (rows.length > 0 && !named) return err(malformed(offender(rows[0]!), "no result can be identified"));
  return ok({ found, cursor: countOf(data["cursor"]), more: flagOf(data["has_more"]) ?? hasMore(data["has_more"]) });
}

const hasMore = (value: Json | undefined): boolean => (countOf(value) ?? 0) > 0;

const isText = (value: Json | undefined): boolean => typeof value === "string" && value.trim() !== "";

function decodeRow(row: Json): Omit<Found, "position"> | null {
  const info = isObject(row) ? objectOf(row["challenge_info"]) : null;
  if (info === null) return null;
  const cid = idOf(info["cid_str"]) ?? idOf(info["cid"]);
  const name = lineOf(info["cha_name"]) ?? lineOf(info["search_cha_name"]);
  if (cid === null && name === null) return null;
  const written = { views: info["view_count"], uses: info["use_count"] };
  const [views, uses] = [written.views, written.uses].map((value) => countOf(value) ?? writtenCount(value));
  const counts = { views: views!, uses: uses! };
  const texts = (["views", "uses"] as const).filter((one) => counts[one] === null && isText(written[one]));
  return {
    cid,
    name,
    ...counts,
    ...(texts.length === 0 ? {} : { texts }),
  };
}

/** Pointer to the part of the first row that cannot be decoded. */
function offender(row: Json): string {
  const start = "/data/challenge_list/0";
  if (!isObject(row)) return start;
  return objectOf(row["challenge_info"]) === null ? `${start}/challenge_info` : `${start}/challenge_info/cid`;
}

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

/** The results of a hashtag search: the events `hashtag.appeared`, `hashtag.gone` and `hashtag.surged`. */
export const hashtag: TargetKind<HashtagParams, HashtagSettings, HashtagState, HashtagView, typeof hashtagEvents> = {
  kind: "hashtag",
  title: "Hashtag search",
  page: hashtagPage,
  params: hashtagParams,
  settings: hashtagSettings,
  intervalSeconds: 3600,
  cpuWeight: 8,
  identity: ({ keyword, region, count }) => JSON.stringify([keyword, region, count]),
  operations: [
    {
      name: "search.hashtag",
      source: "spec",
      path: "/api/v1//search/hashtag",
      query: { keyword: "{keyword}", region: "{region}", offset: "{offset}", count: "{count}" },
    },
  ],
  calls: ({ count }) => maxPages(count),
  read: readHashtags,
  judge: judgeHashtag,
  series: () => ["views", "uses", "position"],
  measured: {
    known: ({ known }) => Object.fromEntries(Object.entries(known).map(([cid, { name }]) => [cid, name])),
    found: (state) => listed(state).map(([cid]) => cid),
    named: ({ cid, name }) => [cid, name],
    since: ({ known }) => Object.fromEntries(Object.entries(known).map(([cid, { seenAt }]) => [cid, seenAt])),
  },
  last: lastCounts,
  snapshot: showHashtags,
  summary: summaryOf,
  news: hashtagNews,
  events: hashtagEvents,
  example: { name: "Knitting", params: { keyword: "knit", region: "US", count: 20 } },
};
