import { instantOf } from "./parse-instant.ts";

/** A date, optionally with a time to the minute, second or fraction, and an offset. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?\s?(Z|([+-])(\d\d):?(\d\d))?)?$/i;

/** Larger numbers are milliseconds: as seconds they would be in the year 5138. */
const MILLISECONDS_FROM = 1e11;
/** Larger numbers are no plausible instants. */
const END = 1e14;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The latest instant (epoch ms) that a value of a service may mean: epoch seconds, epoch milliseconds, or ISO 8601, in
 * UTC if it has no offset. Null for anything else.
 */
export function latestInstant(value: string | number | undefined): number | null {
  if (typeof value === "string") return latestOfText(value.trim());
  if (value === undefined || value <= 0 || value >= END) return null;
  if (value >= MILLISECONDS_FROM) return value;
  return value * SECOND_MS + (Number.isInteger(value) ? SECOND_MS - 1 : 0);
}

function latestOfText(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, date, time, second, fraction, , sign, hours = "0", minutes = "0"] = match;
  const ms = (fraction ?? "").slice(0, 3).padEnd(3, "0");
  const at = instantOf(`${date!}T${time ?? "00:00"}${second ?? ":00"}.${ms}Z`);
  if (at === null) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === "-" ? -1 : 1);
  const step = time === undefined ? DAY_MS : second === undefined ? MINUTE_MS : fraction === undefined ? SECOND_MS : 1;
  return at - offset + step - 1;
}
