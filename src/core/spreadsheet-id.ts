import { seen } from "./unseen.ts";

/** What a spreadsheet did to an id: it shortened it, may have rounded it, or shows an error in its cell. */
export type IdLoss = "shortened" | "rounded" | "error";

/** The words for a lost id, after the name of its field. */
export const ID_LOSSES = {
  shortened: "lost its last digits in a spreadsheet: format the column as text and enter the ID again",
  rounded: "ends in 0000, as spreadsheets round long numbers: if it is right, put ' before it",
  error: "is an error of the spreadsheet",
} as const satisfies Record<IdLoss, string>;

/** Longer texts are no ids. */
const MAX_CHARS = 80;

/** Spreadsheets keep so many digits of a number. */
const STORED_DIGITS = 15;

/** A formula whose value is a text: `="7012"`. Quotes are doubled where nobody read the CSV. */
const FORMULA = /^=\s*(?:T\()?"{1,2}([^"]*)"{1,2}\)?$/;

/** A mark before digits that makes them a text: `'7012`, or one on both sides. */
const TEXT_MARK = /^['’‘`´]\s?(?=\d)|(?<=^['’‘`´].{0,40})['’‘`´]$/g;

/** `7.01235E+18`, or `7.012345678901235E18`. What is shorter may be a handle if it has no sign. */
const SCIENTIFIC = /^(\d)(?:[.,](\d{0,20}))?E(?:\+|(?<=[.,]\d{4,}E))(\d{1,2})$/i;

/** The errors of a cell, also by their names in other languages, and one that is too narrow. */
const ERROR = /^#(?:#+|N\/A|N\/D|NV|NUM!|VALUE!|REF!|NAME\?|DIV\/0!|NULL!|WERT!|ZAHL!|BEZUG!|VALEUR!|NOMBRE!|VALOR!)$/i;

const GROUPED = /^\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*$/;

/** A fraction of zeros, which makes an id a number. A comma or a point before three zeros is a group. */
const FRACTION = /[.,](?:0{1,2}|0{4,})$/;

const DIGITS = /^\d{1,32}$/;

/**
 * Reads an id as spreadsheets write long numbers: `="7012…"`, `'7012…`, `7,012,…`, `7012….0`, with blanks of any width.
 * What is certain is undone. An id of 16 digits and more that ends in 0000 may be rounded, unless it is marked as a
 * text. Null for anything else.
 */
export function spreadsheetId(cell: string): { id: string } | { lost: IdLoss } | null {
  if (cell.length > MAX_CHARS) return null;
  const text = seen(cell).normalize("NFKC").replaceAll(/\s+/g, " ").trim();
  if (ERROR.test(text)) return { lost: "error" };
  const formula = FORMULA.exec(text)?.[1]?.trim();
  const unmarked = (formula ?? text).replaceAll(TEXT_MARK, "");
  const isText = formula !== undefined || unmarked !== text;
  const number = unmarked.replace(/^=\s*(?=\d+$)/, "");
  const [, first, fraction = "", power] = SCIENTIFIC.exec(number) ?? [];
  if (first !== undefined) return expanded(first + fraction, Number(power) + 1);
  const whole = number.replace(FRACTION, "");
  const id = GROUPED.test(whole) ? whole.replaceAll(/\D/g, "") : whole;
  if (!DIGITS.test(id)) return null;
  if (isText || id.length <= STORED_DIGITS) return { id };
  if (id.endsWith("0000")) return { lost: "rounded" };
  return whole !== number && BigInt(Number(id)) === BigInt(id) ? { lost: "shortened" } : { id };
}

/** A number of so many digits, of which these are known. */
function expanded(known: string, length: number): { id: string } | { lost: IdLoss } | null {
  if (known.length > length) return null;
  return known.length === length && length <= STORED_DIGITS ? { id: known } : { lost: "shortened" };
}
