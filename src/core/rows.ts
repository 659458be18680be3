import { malformed, type Fault } from "./fault.ts";
import { isObject, pointed, type Json } from "./json.ts";
import { markIn, readValues, type ReadValues } from "./named-values.ts";
import type { Listing } from "./operation.ts";
import { err, ok, type Result } from "./result.ts";
import { seen } from "./text.ts";
import type { DecimalMark } from "./written-number.ts";

/** A row of an answer: its id and the values of the operation's `fields`. */
interface Row extends ReadValues {
  id: string;
}

export interface Rows {
  rows: Row[];
  /** False if the answer has more rows than are read, so that missing rows may be further down. */
  complete: boolean;
  /** The decimal mark of its texts; null if they prove or need none. */
  mark: DecimalMark | null;
}

/** The maximum number of rows that are read. */
const MAX_ROWS = 20_000;

/** Longer ids are ignored. */
const MAX_ID = 300;

/**
 * Reads the rows of an answer; `known` is the decimal mark of earlier ones. Rows without an id are ignored, duplicates count once, and an empty list is valid. The
 * fault is `malformed` if there is no list at `rows`, or if no row has an id.
 */
export function rowsOf(
  body: Json,
  { rows: at, id }: Listing,
  fields: Record<string, string>,
  known?: () => DecimalMark | null,
): Result<Rows, Fault> {
  const list = listAt(body, at);
  if (list === null) return err(malformed(isObject(body) ? at : "", "the rows are not a list"));
  const found = new Map<string, Row>();
  const read = list.slice(0, MAX_ROWS);
  const mark = markIn(read, fields, known);
  for (const row of read) {
    const own = idOf(pointed(row, id));
    if (own !== null && !found.has(own)) found.set(own, { id: own, ...readValues(row, fields, mark) });
  }
  if (list.length > 0 && found.size === 0) return err(malformed(`${at}/0${id}`, "no row can be identified"));
  return ok({ rows: [...found.values()], complete: list.length <= MAX_ROWS, mark });
}

/** The list at a pointer, or null or `{}`, which the service may write for an empty one; null for anything else. */
function listAt(body: Json, at: string): Json[] | null {
  const list = pointed(body, at);
  if (Array.isArray(list)) return list;
  const isEmpty = list === null || (isObject(list) && Object.keys(list).length === 0);
  return at !== "" && isEmpty ? [] : null;
}

/** An id as text: 5 and "5" are the same. Null if there is none. */
function idOf(value: Json | undefined): string | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > MAX_ID) return null;
  return seen(text).trim() || null;
}
