import { malformed, type Fault } from "../../core/fault.ts";
import { pointed, type Json } from "../../core/json.ts";
import type { VerdictReading } from "../../core/operation.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { foldedHandle } from "./handle.ts";
import type { LiveParams } from "./params.ts";
import type { LiveView } from "./view.ts";
import { digitsOf, roomPointer, rowsIn, saysFailure, verdictAt } from "./wire.ts";

/**
 * Reads a target's verdict from an answer about many. Only its own row counts, in whatever order rows are: it has the
 * target's user id or, where rows are not found by that or the target has none, its handle or room id. Without one, or without data, the verdict
 * is the configured `empty`. Several rows that agree are one; others contradict each other, which is the fault
 * `malformed`. So is a row without a verdict, and an answer in which no row says whose it is. Others' rows say nothing
 * about it.
 */
export function decodeOwnRow(
  body: Json,
  reading: VerdictReading,
  target: Pick<LiveParams, "userId" | "roomId" | "handle">,
): Result<LiveView, Fault> {
  const rows = rowsIn(body, reading);
  const [pointer, own] = rows.ok && rows.value !== null ? ownRows(rows.value, reading, target) : [null, []];
  if (saysFailure(body) && (!own?.length || typeof reading.on === "string"))
    return err(malformed(reading.rows!, "the answer says that it failed"));
  if (!rows.ok) return verdictAt(body, { ...reading, on: [] }, rows);
  if (own === null) return err(malformed(reading.rows! + pointer, "no row says whose it is"));
  if (own.length === 0) return ok({ verdict: reading.empty, room: null });
  return agreed(
    own.map((row) => verdictAt({ data: own }, reading, ok(row))),
    reading,
  );
}

/** What all rows of a target say. If they name several rooms, it is not known which is the current one. */
function agreed(views: Result<LiveView, Fault>[], { rows }: VerdictReading): Result<LiveView, Fault> {
  const [first, ...rest] = views as [Result<LiveView, Fault>, ...Result<LiveView, Fault>[]];
  if (!first.ok) return first;
  let { verdict, room } = first.value;
  for (const view of rest) {
    if (!view.ok) return view;
    if (view.value.verdict !== verdict)
      return err(malformed(rows!, "several rows of the same creator contradict each other"));
    if (view.value.room !== room) room = null;
  }
  return ok({ verdict, room });
}

/**
 * The rows of a target, by the best that both it and rows are identified by, with the pointer to that. Null if no row has
 * anything there: then it is not known whose they are.
 */
function ownRows(
  rows: Json[],
  reading: VerdictReading,
  { userId, roomId, handle }: Parameters<typeof decodeOwnRow>[2],
): [pointer: string | null, own: Json[] | null] {
  const { rowUser, rowHandle, rowKey } = reading;
  const own = (pointer: string, idOf: IdOf, id: string): [string, Json[] | null] => {
    const index = rowsById(rows, pointer, idOf);
    return [pointer, index.size === 0 ? null : (index.get(idOf(id) ?? "") ?? [])];
  };
  if (rowUser !== undefined && userId !== undefined) return own(rowUser, digitsOf, userId);
  if (rowHandle !== undefined && handle !== undefined) return own(rowHandle, handleOf, handle);
  return rowKey !== undefined && roomId !== undefined ? own(roomPointer(reading), digitsOf, roomId) : [null, []];
}

/** An id in the form in which it is compared; null for what is none. */
type IdOf = (value: Json | undefined) => string | null;

const handleOf: IdOf = (value) => (typeof value === "string" && value !== "" ? foldedHandle(value) : null);

const indexes = new WeakMap<Json[], Map<string, Map<string, Json[]>>>();

/** The rows of an answer by id. Made once for all targets that share the answer. */
function rowsById(rows: Json[], pointer: string, idOf: IdOf): Map<string, Json[]> {
  const known = indexes.get(rows) ?? new Map<string, Map<string, Json[]>>();
  indexes.set(rows, known);
  let index = known.get(pointer);
  if (index !== undefined) return index;
  known.set(pointer, (index = new Map()));
  for (const row of rows) {
    const id = idOf(pointed(row, pointer));
    if (id === null) continue;
    const some = index.get(id);
    if (some === undefined) index.set(id, [row]);
    else some.push(row);
  }
  return index;
}
