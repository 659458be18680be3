import { pattern } from "./lazy.ts";

/** A decimal mark: of "1.299,00" it is the comma. */
export type DecimalMark = "." | ",";

/** A number as a service writes it. */
export interface WrittenNumber {
  value: number;
  /** What it stands for if it is shortened, as "9.9K" is; null if it is exact. */
  range: NumberRange | null;
}

/** From the least possible value up to, not including, the greatest; Infinity for "10K+". */
export type NumberRange = [low: number, high: number];

/** Longer texts are no numbers. */
const MAX_CHARS = 40;

/** More digits than a double holds. */
const MAX_DIGITS = 15;

/** Units by which services shorten counts, in lower case, and what they multiply. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...["k", "n", "mil", "tsd", "tsd.", "rb", "ribu", "nghìn", "тыс", "тыс.", "tys", "tys.", "千", "천"].map(by(1e3)),
  ...["w", "万", "萬", "만"].map(by(1e4)),
  ...["lakh"].map(by(1e5)),
  ...["m", "mi", "mn", "mln", "mio", "mio.", "mill.", "jt", "juta", "tr", "triệu", "млн", "млн."].map(by(1e6)),
  ...["cr", "crore"].map(by(1e7)),
  ...["億", "亿", "억"].map(by(1e8)),
  ...["b", "bn", "bi", "mrd", "mrd.", "md", "mds", "miliar", "tỷ", "млрд", "млрд.", "mld", "mil m"].map(by(1e9)),
  ...["兆", "조"].map(by(1e12)),
]);

/** The units of languages that have one decimal mark. */
const EASTERN: ReadonlySet<string> = new Set("千천万萬만億亿억兆조");

function by(factor: number): (unit: string) => [string, number] {
  return (unit) => [unit, factor];
}

/** A sign, a currency, digits with marks, and what follows them. */
const WRITTEN = pattern(
  String.raw`^([+-]?)(?:(?:[A-Z]{1,3}|Rp\.?)?\p{Sc}|Rp\.?)? ?([+-]?)(\d[\d.,' ]*)((?:[^\d.,' +][^\d+]{0,9})?)(\+?)$`,
  "u",
);

const CURRENCY = pattern(String.raw`^\p{Sc}$`, "u");

/** Units of which several may follow each other, the largest first: 1億2000万. */
const CHAINED = pattern(String.raw`^(?:\d[\d.,]*[兆조億亿억万萬만千천])+(?:\d[\d,]*)?$`, "u");

interface Parts {
  negative: boolean;
  digits: string;
  unit: string;
  more: boolean;
}

/** The parts of a text that may be a number; null if it is none. */
function partsOf(text: string): Parts | null {
  if (text.length > MAX_CHARS || !/\d/.test(text.normalize("NFKC"))) return null;
  const plain = text
    .normalize("NFKC")
    .replaceAll(/\s+/g, " ")
    .replaceAll("\u2212", "-")
    .replaceAll(/[’ʼ]/g, "'")
    .trim();
  const match = WRITTEN().exec(plain);
  if (match === null) return null;
  const [, sign = "", other = "", digits = "", tail = "", more = ""] = match;
  const after = CURRENCY().test(tail.trim()) ? "" : tail.trim();
  if (sign !== "" && other !== "") return null;
  return {
    negative: sign === "-" || other === "-",
    digits: digits.trimEnd(),
    unit: after.toLowerCase(),
    more: more !== "",
  };
}

const GROUPED = /^[1-9]\d{0,2}(?:([., '])\d{3})(?:\1\d{3})*$/;
/** As in India: 12,34,567. */
const GROUPED_BY_TWO = /^[1-9]\d?(?:,\d\d)+,\d{3}$/;
const PLAIN = /^(?:0|[1-9]\d*)$/;
const PLAIN_TEXT = /^(?:0|[1-9]\d{0,14})$/;

const isWhole = (text: string): boolean => PLAIN.test(text) || GROUPED.test(text) || GROUPED_BY_TWO.test(text);

/** Splits digits at a decimal mark; null if they are not written like that. */
function splitAt(digits: string, mark: DecimalMark): [whole: string, fraction: string] | null {
  const place = digits.lastIndexOf(mark);
  const [whole, fraction] = place < 0 ? [digits, ""] : [digits.slice(0, place), digits.slice(place + 1)];
  if (place >= 0 && !/^\d+$/.test(fraction)) return null;
  return isWhole(whole) && !whole.includes(mark) ? [whole, fraction] : null;
}

/** The decimal marks with which digits can be read, such that they mean different numbers. */
function marksFor(digits: string): DecimalMark[] {
  const marks = ["." as const, "," as const].filter((mark) => splitAt(digits, mark) !== null);
  return /[.,]/.test(digits) ? marks : marks.slice(0, 1);
}

/**
 * The decimal mark that texts prove. If none does, or they contradict each other, and some text needs one, it is `known`,
 * the mark of earlier texts. Null if nobody knows.
 */
export function decimalMarkIn(
  texts: Iterable<string>,
  known: () => DecimalMark | null = () => null,
): DecimalMark | null {
  const proven = new Set<DecimalMark>();
  let unclear = false;
  for (const text of texts) {
    const digits = /[.,]/.test(text) ? partsOf(text)?.digits : undefined;
    if (digits === undefined || !/[.,]/.test(digits)) continue;
    const [mark, other] = marksFor(digits);
    if (other !== undefined) unclear = true;
    else if (mark !== undefined) proven.add(mark);
  }
  const [mark, other] = proven;
  if (mark !== undefined && other === undefined) return mark;
  return unclear ? known() : null;
}

/**
 * Reads a number as services write it: `9.9K`, `1.2M`, `9,9 mil`, `9.9万`, `1.299,00`, `$12.50`. `mark` is the decimal
 * mark of its neighbours; without one, a text that may mean two numbers, such as `1.299`, is none. Null for other texts.
 */
export function writtenNumber(text: string, mark: DecimalMark | null): WrittenNumber | null {
  if (PLAIN_TEXT.test(text)) return { value: Number(text), range: null };
  const chained = chainedNumber(text);
  if (chained !== null) return chained;
  const parts = partsOf(text);
  if (parts === null) return null;
  const factor = parts.unit === "" ? 1 : UNITS.get(parts.unit);
  const marks = marksFor(parts.digits);
  const own = marks.length < 2 ? marks[0] : (mark ?? (EASTERN.has(parts.unit) ? "." : null));
  if (factor === undefined || own == null) return null;
  const split = splitAt(parts.digits, own);
  if (split === null) return null;
  const [whole, fraction] = [split[0].replaceAll(/\D/g, ""), split[1]];
  if (whole.length + fraction.length > MAX_DIGITS) return null;
  // The factor moves the decimal point, so that no rounding error is added.
  const value = Number(`${whole}.${fraction}e${Math.round(Math.log10(factor))}`);
  if (parts.negative) return factor === 1 && !parts.more ? { value: 0 - value, range: null } : null;
  return { value, range: rangeOf(value, factor === 1 ? 0 : factor / 10 ** fraction.length, parts.more) };
}

/**
 * The range of a number whose last digit counts `step`; it may be rounded or cut. 0 for an exact one.
 */
function rangeOf(value: number, step: number, more: boolean): NumberRange | null {
  if (more) return [value, Infinity];
  return step === 0 ? null : [value - step / 2, value + step];
}

/** Reads a number of several units; null if it has fewer than two. */
function chainedNumber(text: string): WrittenNumber | null {
  if (text.length > MAX_CHARS) return null;
  const plain = text.normalize("NFKC").trim();
  if (!CHAINED().test(plain)) return null;
  const parts = plain.match(/\d[\d.,]*\D?/g) ?? [];
  if (parts.length < 2) return null;
  const read = parts.map((part) => writtenNumber(part, "."));
  const sizes = parts.map((part) => UNITS.get(part.at(-1)!) ?? 1);
  if (read.some((one) => one === null) || sizes.some((size, place) => place > 0 && size >= sizes[place - 1]!))
    return null;
  const value = read.reduce((sum, one) => sum + one!.value, 0);
  return { value, range: rangeOf(value, sizes.at(-1) === 1 ? 0 : sizes.at(-1)!, false) };
}

/** Reads a count from text as services write it, rounded; null for anything else. */
export function writtenCount(value: unknown, mark: DecimalMark | null = null): number | null {
  const written = typeof value === "string" ? writtenNumber(value, mark) : null;
  return written === null || written.value < 0 ? null : Math.round(written.value);
}

/** Reads an exact number from text as its digits before and after the decimal mark; null for anything else. */
export function writtenDecimal(text: string, mark: DecimalMark): [whole: string, fraction: string] | null {
  const parts = partsOf(text);
  if (parts === null || parts.negative || parts.unit !== "" || parts.more) return null;
  const [own, other] = marksFor(parts.digits);
  const split = splitAt(parts.digits, other === undefined && own !== undefined ? own : mark);
  return split === null ? null : [split[0].replaceAll(/\D/g, ""), split[1]];
}

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
