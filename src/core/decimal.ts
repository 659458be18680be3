import { writtenDecimal, type DecimalMark } from "./written-number.ts";

const PLACES = 12;
const DECIMAL = /^(\d{1,3}(?:,\d{3})+|\d{1,18})(?:\.(\d{0,12}))?$/;

/**
 * Normalizes a price above zero to its shortest decimal text, so that equal prices are equal texts: "53.00" becomes
 * "53". `mark` is the decimal mark of its neighbours. Null for anything else, and for zero: nothing is sold for free, but
 * prices are sometimes missing.
 */
export function decimalOf(value: unknown, mark: DecimalMark = "."): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const match = mark === "." || typeof value === "number" ? DECIMAL.exec(String(value).trim()) : null;
  const parts = match === null ? writtenDecimal(String(value), mark) : [match[1]!.replaceAll(",", ""), match[2] ?? ""];
  if (parts === null) return null;
  const whole = parts[0]!.replace(/^0+(?=\d)/, "");
  const fraction = parts[1]!.slice(0, PLACES).replace(/0+$/, "");
  const text = fraction === "" ? whole : `${whole}.${fraction}`;
  return text === "0" ? null : text;
}

const scaled = (decimal: string): bigint => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0").slice(0, PLACES));
};

/** Reports whether one price is below another. Exact; both must come from `decimalOf`. */
export const isBelow = (one: string, other: string): boolean => scaled(one) < scaled(other);

/** Reports whether a price changed by at least `percent`, up or down. Exact; both prices must come from `decimalOf`. */
export function movedBy(before: string, after: string, percent: number): boolean {
  const [from, to] = [scaled(before), scaled(after)];
  const distance = to > from ? to - from : from - to;
  return distance > 0n && distance * 100_000_000n >= from * BigInt(Math.round(percent * 1_000_000));
}
