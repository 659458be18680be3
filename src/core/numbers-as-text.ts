import { once, type Language } from "./language.ts";

const numbers = (language: Language, form: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(`number ${language} ${form}`, () => new Intl.NumberFormat(language, options));

/** Smaller integers are written alike in all languages. */
const THOUSAND = 1000;

/**
 * Formats an integer with grouped digits: "60,230,354". Few numbers of a message need grouping, and loading its rules
 * takes an isolate as long as a whole tick.
 */
export const grouped = (language: Language, value: number): string =>
  Number.isInteger(value) && value >= 0 && value < THOUSAND
    ? value.toString()
    : numbers(language, "whole", { maximumFractionDigits: 0 }).format(value);

/** Formats a number with at most one decimal: "4.7". */
export const decimalText = (language: Language, value: number): string =>
  numbers(language, "decimal", { maximumFractionDigits: 1 }).format(value);

const COMPACT: Intl.NumberFormatOptions = { notation: "compact", maximumFractionDigits: 1, useGrouping: true };

/** Smaller numbers are written in full. */
export const SHORT_FROM = 10_000;

/** Larger numbers cannot be counts. */
const HUGE = 1e27;

/** Formats a number in short form: "950", "9,876", "13.8K", "1.2M", "689.8B". */
export function shortNumber(language: Language, value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value < 0) return `−${shortNumber(language, -value)}`;
  if (value < SHORT_FROM) return grouped(language, value);
  return numbers(language, "short", COMPACT).format(Math.min(value, HUGE));
}

/** Formats a number in short form with four digits, for two that are the same in short form: "1.174B", "1.219B". */
export const finerNumber = (language: Language, value: number): string =>
  numbers(language, "finer", { notation: "compact", minimumSignificantDigits: 4, maximumSignificantDigits: 4 }).format(
    value,
  );

/** Formats a number with all its digits: "9,977", "12,349,001", "4.75". */
export function exactNumber(language: Language, value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value < 0) return `−${exactNumber(language, -value)}`;
  return numbers(language, "exact", { maximumFractionDigits: 12, useGrouping: true }).format(value);
}

/** Formats a percentage without its sign: "24.3%", "123.5K%". */
export function barePercent(language: Language, percent: number): string {
  if (!Number.isFinite(percent)) return "–";
  const size = Math.round(Math.abs(percent) * 10) / 10;
  if (size >= SHORT_FROM)
    return numbers(language, "short percent", { ...COMPACT, style: "percent" }).format(Math.min(size, HUGE) / 100);
  return numbers(language, "percent", { style: "percent", maximumFractionDigits: 1, useGrouping: false }).format(
    size / 100,
  );
}

/** Formats a change in percent with its sign: "+24.3%", "−5%". */
export const signedPercent = (language: Language, percent: number): string =>
  Number.isFinite(percent) ? `${percent < 0 ? "−" : "+"}${barePercent(language, percent)}` : "–";

/** From ten times as much on, percentages are hard to read. */
const FACTOR_FROM = 900;

/** How many times as much it is after a growth in percent; null if that is less than ten times. */
export const factorOf = (percent: number): number | null =>
  Number.isFinite(percent) && percent >= FACTOR_FROM ? Math.round(percent / 100 + 1) : null;

/** A growth as a factor: "×173"; null if it is less than tenfold. */
export function factorText(language: Language, percent: number): string | null {
  const factor = factorOf(percent);
  return factor === null ? null : `×${shortNumber(language, factor)}`;
}

/** A growth in percent as people read it: "+24.3%", from tenfold on "×173". */
export const growthText = (language: Language, percent: number): string =>
  factorText(language, percent) ?? signedPercent(language, percent);

/** How many decimals a currency has; two if that is not known. */
const decimalsOf = (currency: string | null): number =>
  currency !== null && /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2;

/** Formats a price that is stored as a number. */
export const amountText = (language: Language, value: number, currency: string | null): string =>
  priceText(language, Number.isInteger(value) ? String(value) : value.toFixed(decimalsOf(currency)), currency);

/**
 * Formats a price with the shop's currency, which may not be an ISO code: "19.99 USD", "5,300 JPY". Exact, as it is
 * never a float.
 */
export function priceText(language: Language, decimal: string, currency: string | null): string {
  if (!/^\d+(\.\d+)?$/.test(decimal)) return currency === null ? decimal : `${decimal} ${currency}`;
  const cents = { minimumFractionDigits: 2, maximumFractionDigits: 12 };
  const format = decimal.includes(".")
    ? numbers(language, "cents", cents)
    : numbers(language, "whole", { maximumFractionDigits: 0 });
  const amount = format.format(decimal as Intl.StringNumericLiteral);
  return currency === null ? amount : `${amount} ${currency}`;
}
