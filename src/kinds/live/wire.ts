import { malformed, type Fault } from "../../core/fault.ts";
import { isObject, pointed, type Json } from "../../core/json.ts";
import type { VerdictReading } from "../../core/operation.ts";
import { earliestInstant } from "../../core/time-field.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Verdict, LiveView } from "./view.ts";

/** The format of the built-in `live.check`. UPSTREAM_OPERATIONS can override it. */
export const DEFAULT_READING: VerdictReading = {
  rows: "/data/data",
  rowKey: "room_id",
  verdict: "/alive",
  room: "/room_id",
  on: [true, 1, "1", "true"],
  paused: [],
  off: [false, 0, "0", "false"],
  empty: "unknown",
};

/**
 * Reads the verdict as configured. A missing row or null data is the configured `empty` verdict, and a value in none of
 * the lists is `unknown`. A pointer without a value in an answer with data is the fault `malformed`.
 */
export function decodeVerdict(
  body: Json,
  reading: VerdictReading,
  target: { userId?: string | undefined; roomId?: string | undefined },
): Result<LiveView, Fault> {
  const readsList = Array.isArray(body) && /^(\/\d|$)/.test(reading.rows ?? reading.verdict);
  if (!isObject(body) && !readsList) return err(malformed("", "the answer is not a JSON object"));
  return verdictAt(body, reading, reading.rows === undefined ? ok(body as Json) : findRow(body, reading, target));
}

/** Reads the verdict at a place of an answer by the rule of the reading. */
export function verdictAt(body: Json, reading: VerdictReading, place: Place): Result<LiveView, Fault> {
  if (reading.on === "present") return byPresence(body, reading, place);
  if (reading.on === "absent") return byAbsence(body, reading, place);
  return byValue(body, reading, place);
}

/** The row, or the whole answer; null if there is no row. */
export type Place = Result<Json | null, Fault>;

const roomIn = (place: Json, { room }: VerdictReading): string | null =>
  room === undefined ? null : digitsOf(pointed(place, room));

function byValue(body: Json, reading: VerdictReading, place: Place): Result<LiveView, Fault> {
  const nothing: LiveView = { verdict: reading.empty, room: null };
  if (!place.ok) return hasNoData(body) || endsEarly(body, reading, reading.rows!) ? ok(nothing) : place;
  if (place.value === null) return ok(nothing);
  const value = pointed(place.value, reading.verdict);
  if (value === undefined) {
    if (hasNoData(body) || endsEarly(place.value, reading, reading.verdict)) return ok(nothing);
    return err(malformed((reading.rows ?? "") + reading.verdict, "the verdict is not where it was configured to be"));
  }
  return ok({ verdict: verdictOf(value, reading, place.value), room: roomIn(place.value, reading) });
}

/** A present value is on, an absent one off. An answer that reports a failure proves nothing. */
function byPresence(body: Json, reading: VerdictReading, place: Place): Result<LiveView, Fault> {
  if (!place.ok && pointed(body, reading.rows!) !== undefined) return place;
  const within = place.ok ? place.value : null;
  const value = within === null ? undefined : pointed(within, reading.verdict);
  if (within !== null && !isAbsent(value, reading))
    return ok({ verdict: reading.paused.includes(value!) ? "paused" : "on", room: roomIn(within, reading) });
  if (saysFailure(body)) return err(malformed(reading.verdict, "the answer says that it failed"));
  return ok({ verdict: "off", room: null });
}

/**
 * A missing value in a row that is there is on, any other off. What stands around the value must be there too: an answer
 * without it proves nothing.
 */
function byAbsence(body: Json, reading: VerdictReading, place: Place): Result<LiveView, Fault> {
  if (!place.ok && pointed(body, reading.rows!) !== undefined) return place;
  if (saysFailure(body)) return err(malformed(reading.verdict, "the answer says that it failed"));
  const row = place.ok ? place.value : null;
  const around = row === null ? null : pointed(row, reading.verdict.slice(0, reading.verdict.lastIndexOf("/")));
  if (row === null || isEmpty(around) || typeof around !== "object") return ok({ verdict: reading.empty, room: null });
  return ok({ verdict: isMissing(pointed(row, reading.verdict)) ? "on" : "off", room: roomIn(row, reading) });
}

/** Whether a value counts as absent by the rules `present` and `absent`. */
const isMissing = (value: Json | undefined): boolean => isEmpty(value) || value === "" || value === 0;

/** Whether a value is missing, or is listed as off. */
const isAbsent = (value: Json | undefined, { off }: VerdictReading): boolean =>
  isMissing(value) || off.includes(value!);

/** Whether an answer reports a failure of its own. */
export const saysFailure = (body: Json): boolean =>
  isObject(body) &&
  (body["success"] === false || body["ok"] === false || !isAbsent(body["error"] ?? body["errors"], DEFAULT_READING));

const hasNoData = (body: Json): boolean =>
  isObject(body) && isEmpty(body["data"]) && (body["data"] !== undefined || body["code"] !== undefined);

/** With `empty` "off": whether the path to a value ends at null or something empty. */
function endsEarly(within: Json, { empty }: VerdictReading, pointer: string): boolean {
  if (empty !== "off") return false;
  const parts = pointer.split("/");
  const passed = parts.slice(1).map((_, length) => pointed(within, parts.slice(0, length + 1).join("/")));
  return passed.some((one) => one !== undefined && isEmpty(one));
}

/** Room and user ids are digits. 0, "0", "" and null mean none. */
export function digitsOf(value: Json | undefined): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d+$/.test(text) && !/^0*$/.test(text) ? text.replace(/^0+/, "") : null;
}

const isEmpty = (data: Json | undefined): boolean =>
  data === undefined ||
  data === null ||
  (Array.isArray(data) && data.length === 0) ||
  (isObject(data) && Object.keys(data).length === 0);

/** The rows of an answer; null if there are none. */
export function rowsIn(body: Json, { rows: pointer }: Pick<VerdictReading, "rows">): Result<Json[] | null, Fault> {
  const rows = pointed(body, pointer!);
  if (rows === undefined) return err(malformed(pointer!, "the rows are not where they were configured to be"));
  if (isEmpty(rows)) return ok(null);
  return Array.isArray(rows) ? ok(rows) : err(malformed(pointer!, "the rows are not an array"));
}

/** The pointer to the room id within a row. */
export const roomPointer = ({ rowKey }: Pick<VerdictReading, "rowKey">): string =>
  `/${(rowKey ?? "room_id").replace(/^\//, "")}`;

function findRow(
  body: Json,
  reading: VerdictReading,
  target: { userId?: string | undefined; roomId?: string | undefined },
): Result<Json | null, Fault> {
  const found = rowsIn(body, reading);
  if (!found.ok || found.value === null) return found as Result<null, Fault>;
  const rows = found.value;
  const wanted = digitsOf(target.roomId);
  if (reading.rowUser !== undefined) return ok(rowOf(rows, reading.rowUser, digitsOf(target.userId)) ?? null);
  const same = rowOf(rows, roomPointer(reading), wanted);
  if (same !== undefined) return ok(same);
  return ok(target.userId !== undefined && rows.length === 1 ? rows[0]! : null);
}

const rowOf = (rows: Json[], key: string, id: string | null): Json | undefined =>
  id === null ? undefined : rows.find((row) => digitsOf(pointed(row, key)) === id);

function verdictOf(value: Json, { on, paused, off }: VerdictReading, row: Json): Verdict {
  if (typeof on === "object" && "newerThan" in on) return newerThan(value, pointed(row, on.newerThan));
  if (on.includes(value as string)) return "on";
  if (paused.includes(value)) return "paused";
  return off.includes(value) ? "off" : "unknown";
}

/** On while a start is later than an end, or has none; off without a start. A time that can't be read is unknown. */
function newerThan(start: Json, end: Json | undefined): Verdict {
  const isNone = (one: Json | undefined) => isMissing(one) || one === "0";
  if (isNone(start)) return "off";
  const at = (one: Json) => (typeof one === "string" || typeof one === "number" ? earliestInstant(one) : null);
  const [from, to] = [at(start), isNone(end) ? -Infinity : at(end!)];
  if (from === null || to === null) return "unknown";
  return from > to ? "on" : "off";
}
