import { instantOf } from "./instant.ts";

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
  const meant = typeof value === "string" ? ofText(value.trim()) : value === undefined ? null : ofNumber(value);
  return meant === null ? null : meant.from + meant.stepMs - 1;
}

/** The earliest instant that it may mean, likewise; numbers may be written as text. */
export function earliestInstant(value: string | number): number | null {
  const text = typeof value === "string" ? value.trim() : "";
  const meant =
    text === "" ? ofNumber(Number(value)) : /^\d+(\.\d+)?$/.test(text) ? ofNumber(Number(text)) : ofText(text);
  return meant === null ? null : meant.from;
}

/** The first instant that a value may mean, and how long it may be after that, less one. */
interface Meant {
  from: number;
  stepMs: number;
}

function ofNumber(value: number): Meant | null {
  if (!(value > 0) || value >= END) return null;
  if (value >= MILLISECONDS_FROM) return { from: value, stepMs: 1 };
  return { from: value * SECOND_MS, stepMs: Number.isInteger(value) ? SECOND_MS : 1 };
}

function ofText(text: string): Meant | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, date, time, second, fraction, , sign, hours = "0", minutes = "0"] = match;
  const ms = (fraction ?? "").slice(0, 3).padEnd(3, "0");
  const at = instantOf(`${date!}T${time ?? "00:00"}${second ?? ":00"}.${ms}Z`);
  if (at === null) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === "-" ? -1 : 1);
  const stepMs =
    time === undefined ? DAY_MS : second === undefined ? MINUTE_MS : fraction === undefined ? SECOND_MS : 1;
  return { from: at - offset, stepMs };
}
