import { malformed, type Fault } from "../../core/fault.ts";
import { isObject, type Json } from "../../core/json.ts";
import { countOf, flagOf, idOf, lineOf, listOf, objectOf } from "../../core/loose-json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { writtenCount } from "../../core/written-number.ts";
import type { Found } from "./view.ts";

export interface Page {
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
