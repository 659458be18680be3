import type * as z from "zod";
import { isObject, type Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { FieldError, Refusal } from "../../core/refusal.ts";
import type { Limits } from "../../resources/resource.ts";
import type { targetForm } from "../../resources/targets/form.ts";
import { target } from "../../resources/targets/target.ts";
import { DEFAULT_WATCHLIST } from "../../resources/fields.ts";
import { readAs } from "./read.ts";

/** A target as its form reads it. */
export type TargetForm = z.output<ReturnType<typeof targetForm>>;

/** A row that was read, or in words why it could not be. */
export type ImportRow = Result<Json, string>;

/** Longer than any id or name of a watchlist. */
const LONGEST_NAME = 200;

/** The watchlists that there are for rows: their ids, and the id that an id or a name stands for. */
export interface Lists {
  named: Map<string, string>;
  ids: Set<string>;
}

/** The names of watchlists by which the rows speak of them, ids among them. */
export interface ListsNamed {
  all: string[];
  /** Those that stand where a name may stand: a list that is missing can be made of it. */
  names: string[];
}

/** Every id or name by which the rows speak of a watchlist. */
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

/** The target that a row wants, its watchlist found in `lists`; else every field that is wrong. */
export function readRow(row: ImportRow, lists: Lists, limits: Limits): Result<TargetForm, FieldError[]> {
  if (!row.ok) return err([{ pointer: "", message: row.error }]);
  const { body, field } = withList(row.value, lists);
  const form = readAs(target, body, limits) as Result<TargetForm, Refusal>;
  const errors = !form.ok && form.error.kind === "invalid" ? form.error.errors : [];
  const list = form.ok ? form.value.watchlistId : isObject(body) ? (body["watchlistId"] ?? DEFAULT_WATCHLIST) : null;
  if (typeof list === "string" && !lists.ids.has(list))
    errors.push({ pointer: `/${field}`, message: "names no watchlist" });
  if (form.ok && errors.length === 0) return ok(form.value);
  return err(errors.map((one) => (one.pointer === "/watchlistId" ? { ...one, pointer: `/${field}` } : one)));
}

/** The row with `watchlistId` in place of `watchlist`; with both, the form refuses `watchlist` as a field it does not know. */
function withList(value: Json, lists: Lists): { body: Json; field: "watchlist" | "watchlistId" } {
  if (!isObject(value) || value["watchlist"] === undefined || value["watchlistId"] !== undefined)
    return { body: value, field: "watchlistId" };
  const { watchlist, ...rest } = value;
  const watchlistId = typeof watchlist === "string" ? (lists.named.get(watchlist.trim()) ?? watchlist) : watchlist;
  return { body: { ...rest, watchlistId }, field: "watchlist" };
}
