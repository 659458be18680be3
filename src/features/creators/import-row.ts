import type * as z from "zod";
import { isObject, type Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { FieldError, Refusal } from "../../core/refusal.ts";
import type { ImportRow } from "../../http/import-rows.ts";
import type { Limits } from "../../resources/limits.ts";
import { withoutAlong, type Along } from "./import-columns.ts";
import type { targetForm } from "./resource/form.ts";
import { target } from "./resource/target.ts";
import { DEFAULT_WATCHLIST } from "../../resources/fields.ts";
import { readAs } from "../../resources/write/refused.ts";

/** A target as parsed by its form. */
export type TargetForm = z.output<ReturnType<typeof targetForm>>;

/** Longer than any id or name of a watchlist. */
const LONGEST_NAME = 200;

/** The watchlists that rows can use: all ids, and the id of each id or name in the rows. */
export interface Lists {
  named: Map<string, string>;
  ids: Set<string>;
}

/** The ids and names of watchlists in the rows. */
export interface ListsNamed {
  all: string[];
  /** Those in the `watchlist` field, from which a missing watchlist can be created. */
  names: string[];
}

/** Collects the ids and names of watchlists in the rows. */
export function listsNamed(rows: ImportRow[]): ListsNamed {
  const named = { watchlist: new Set<string>(), watchlistId: new Set([DEFAULT_WATCHLIST]) };
  for (const row of rows) {
    if (!row.ok || !isObject(row.value)) continue;
    for (const field of ["watchlist", "watchlistId"] as const) {
      const name = row.value[field];
      if (typeof name === "string" && name.length <= LONGEST_NAME) named[field].add(name.trim());
    }
  }
  return { all: [...new Set([...named.watchlistId, ...named.watchlist])], names: [...named.watchlist] };
}

/** What a row asks for. */
export interface ReadRow {
  form: TargetForm;
  along: Along[];
}

/** Parses the target of a row, resolves its watchlist, and parses what comes with it. The error lists every invalid field. */
export function readRow(row: ImportRow, lists: Lists, limits: Limits): Result<ReadRow, FieldError[]> {
  if (!row.ok) return row;
  const { rest, along, errors: besides } = withoutAlong(row.value, limits);
  const { body, field } = withList(rest, lists);
  const form = readAs(target, body, limits) as Result<TargetForm, Refusal>;
  const errors = [...(!form.ok && form.error.kind === "invalid" ? form.error.errors : []), ...besides];
  const list = form.ok ? form.value.watchlistId : isObject(body) ? (body["watchlistId"] ?? DEFAULT_WATCHLIST) : null;
  if (typeof list === "string" && !lists.ids.has(list))
    errors.push({ pointer: `/${field}`, message: "names no watchlist" });
  if (form.ok && errors.length === 0) return ok({ form: form.value, along });
  return err(errors.map((one) => (one.pointer === "/watchlistId" ? { ...one, pointer: `/${field}` } : one)));
}

/**
 * Replaces `watchlist` by `watchlistId`. If a row has both, it is unchanged, and the form rejects `watchlist` as
 * unknown.
 */
function withList(value: Json, lists: Lists): { body: Json; field: "watchlist" | "watchlistId" } {
  if (!isObject(value) || value["watchlist"] === undefined || value["watchlistId"] !== undefined)
    return { body: value, field: "watchlistId" };
  const { watchlist, ...rest } = value;
  const watchlistId = typeof watchlist === "string" ? (lists.named.get(watchlist.trim()) ?? watchlist) : watchlist;
  return { body: { ...rest, watchlistId }, field: "watchlist" };
}
