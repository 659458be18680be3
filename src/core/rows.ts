import { malformed, type Fault } from "./fault.ts";
import { isObject, pointed, type Json } from "./json.ts";
import { namedValues, type Values } from "./named-values.ts";
import type { Listing } from "./operation.ts";
import { err, ok, type Result } from "./result.ts";
import { seen } from "./text.ts";

/** A row of an answer: what identifies it, and what the operation's `fields` give of it. */
interface Row {
  id: string;
  fields: Values;
}

export interface Rows {
  rows: Row[];
  /** False where the answer has more rows than are read: what is absent may stand further down. */
  complete: boolean;
}

/** More rows are not looked at. */
const MAX_ROWS = 20_000;

/** A longer id is none. */
const MAX_ID = 300;

/**
 * The rows of an answer. One without an id is left out, one that is there twice counts once; an empty list is a good answer. The
 * fault `malformed` where no list stands at `rows`, and where none of its rows has an id.
 */
export function rowsOf(body: Json, { rows: at, id }: Listing, fields: Record<string, string>): Result<Rows, Fault> {
  const list = listAt(body, at);
  if (list === null) return err(malformed(isObject(body) ? at : "", "the rows are not a list"));
  const found = new Map<string, Row>();
  for (const row of list.slice(0, MAX_ROWS)) {
    const own = idOf(pointed(row, id));
    if (own !== null && !found.has(own)) found.set(own, { id: own, fields: namedValues(row, fields) });
  }
  if (list.length > 0 && found.size === 0) return err(malformed(`${at}/0${id}`, "no row can be identified"));
  return ok({ rows: [...found.values()], complete: list.length <= MAX_ROWS });
}

/** The list that a pointer leads to, where the service may write `{}` for an empty one; null for anything else. */
function listAt(body: Json, at: string): Json[] | null {
  const list = pointed(body, at);
  if (Array.isArray(list)) return list;
  return at !== "" && isObject(list) && Object.keys(list).length === 0 ? [] : null;
}

/** An id as text: 5 and "5" are the same. Null for what identifies nothing. */
function idOf(value: Json | undefined): string | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > MAX_ID) return null;
  return seen(text).trim() || null;
}
