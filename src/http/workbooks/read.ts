import Papa from "papaparse";
import { err, ok, type Result } from "../../core/result.ts";
import { isZip, unzipped } from "./unzip.ts";
import { attributesIn, REFERENCE, TooMuchWork, Work, XmlFault, xmlParts } from "./xml.ts";

export { isZip };

/** Limits on a workbook. A sheet of 1,000 creators with ten columns has about 600 kB, and 10,000 cells. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 1000;
const MAX_ROWS = 5000;
const MAX_COLUMNS = 100;
const MAX_CELLS = 60_000;

/** The characters that all cells come to. A text that many cells share counts for each. */
const MAX_CHARS = 2_000_000;

/** The tags, texts, attributes and references that are read: ten for each cell, some 1,000 rows of 20. */
const MAX_WORK = 200_000;

const TOO_LARGE = `This workbook is too large. Keep the sheet with your creators, up to ${MAX_ROWS.toLocaleString("en")} rows, or save it as CSV.`;
const BROKEN = "This Excel file can't be read. Save it as .xlsx again, or as CSV.";

/** The files that have cells, or say which sheet is the first. */
const isNeeded = (name: string): boolean =>
  /^\/?xl\/(?:workbook|sharedStrings|styles)\.xml$|^\/?xl\/_rels\/workbook\.xml\.rels$|^\/?xl\/worksheets\/[^/]+\.xml$/i.test(
    name,
  );

// What the files of a workbook say besides its cells.

/** The relation of the first visible sheet, or of the first; null if there is none. */
function sheetIn(book: string, work: Work): string | null {
  let chosen: { id: string; hidden: boolean } | null = null;
  for (const part of xmlParts(book, work)) {
    if (!("tag" in part) || part.tag !== "sheet" || !part.opens) continue;
    const attributes = attributesIn(part.attributes, work);
    const [id, state] = [attributes.get("id"), attributes.get("state") ?? "visible"];
    const hidden = state !== "visible";
    if (id !== undefined && (chosen === null || (chosen.hidden && !hidden))) chosen = { id, hidden };
    if (chosen?.hidden === false) break;
  }
  return chosen?.id ?? null;
}

/** The path of the first visible sheet, or of the first; null if there is none. */
function firstSheet(book: string | null, relations: string | null, work: Work): string | null {
  const id = book === null ? null : sheetIn(book, work);
  if (id === null) return null;
  for (const part of xmlParts(relations ?? "", work)) {
    if (!("tag" in part) || part.tag !== "Relationship") continue;
    const attributes = attributesIn(part.attributes, work);
    if (attributes.get("Id") !== id) continue;
    const target = attributes.get("Target") ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
  }
  return null;
}

/** The shared texts of a workbook: each `si`, of its own `t` and those of its runs, without readings (`rPh`). */
function stringsIn(document: string | null, work: Work): string[] {
  const texts: string[] = [];
  let [text, inText, inReading] = ["", false, false];
  for (const part of xmlParts(document ?? "", work)) {
    if ("text" in part) text += inText && !inReading ? part.text : "";
    else if (part.tag === "t") inText = part.opens && !part.closes;
    else if (part.tag === "rPh") inReading = part.opens && !part.closes;
    else if (part.tag === "si" && part.opens) text = "";
    if ("tag" in part && part.tag === "si" && part.closes) texts.push(text);
  }
  return texts;
}

/** The built-in formats of dates. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);

/** True for a format that shows a date: it has a day or a year outside of quotes and brackets. */
const isDate = (format: string): boolean =>
  /[dy]/i.test(format.slice(0, 200).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

/** Which styles of cells are dates. */
function datesIn(document: string | null, work: Work): boolean[] {
  const custom = new Set<number>();
  const styles: boolean[] = [];
  let inCells = false;
  for (const part of xmlParts(document ?? "", work)) {
    if (!("tag" in part)) continue;
    if (part.tag === "cellXfs") inCells = part.opens && !part.closes;
    if (!part.opens) continue;
    const attributes = attributesIn(part.attributes, work);
    const id = Number(attributes.get("numFmtId") ?? Number.NaN);
    if (part.tag === "numFmt" && isDate(attributes.get("formatCode") ?? "")) custom.add(id);
    if (part.tag === "xf" && inCells) styles.push(DATE_FORMATS.has(id) || custom.has(id));
  }
  return styles;
}

/**
 * Returns the text of a workbook's first sheet, with tabs between cells; the error is a sentence that says what to do.
 * The work is bounded by what is unzipped and what the cells come to, so it takes less than a third of a second.
 */
export function workbookText(bytes: Uint8Array): Result<string, string> {
  const files = unzipped(bytes, isNeeded, { bytes: MAX_BYTES, files: MAX_FILES });
  if (!files.ok) return err(files.error === "large" ? TOO_LARGE : BROKEN);
  const textOf = (name: string): string | null => {
    const found = [...files.value].find(([path]) => path.replace(/^\//, "").toLowerCase() === name.toLowerCase());
    return found === undefined ? null : decoderOf(found[1]).decode(found[1]);
  };
  const work = new Work(MAX_WORK);
  try {
    const path = firstSheet(textOf("xl/workbook.xml"), textOf("xl/_rels/workbook.xml.rels"), work);
    const sheet = path === null ? null : textOf(path);
    if (sheet === null) return err(BROKEN);
    const strings = stringsIn(textOf("xl/sharedStrings.xml"), work);
    const rows = rowsOf(sheet, { strings, dates: datesIn(textOf("xl/styles.xml"), work) }, work);
    const width = Math.max(1, ...rows.map(({ length }) => length));
    const cells = rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ""));
    return ok(Papa.unparse({ fields: cells[0] ?? [], data: cells.slice(1) }, { newline: "\n", delimiter: "\t" }));
  } catch (thrown) {
    if (thrown instanceof TooMuchWork) return err(TOO_LARGE);
    if (thrown instanceof XmlFault) return err(BROKEN);
    throw thrown;
  }
}

/** UTF-8, or UTF-16 with a mark. */
const decoderOf = ([first, second]: Uint8Array): TextDecoder =>
  new TextDecoder(
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8",
  );

/** What cells refer to: texts, and whether a style is one of dates. */
interface Shared {
  strings: string[];
  dates: boolean[];
}

/** A cell that is being read. */
interface OpenCell {
  row: number;
  column: number;
  type: string;
  style: number;
  text: string;
}

/** The cells of a sheet by row, up to the last that has a text. */
class Cells {
  readonly rows: string[][] = [];
  #chars = 0;
  #width = 0;

  /** Throws `TooMuchWork` beyond the limits. Formats reach further than contents, so empty cells don't count. */
  add({ row, column }: Pick<OpenCell, "row" | "column">, text: string): void {
    if (text === "") return;
    this.#chars += text.length;
    this.#width = Math.max(this.#width, column + 1);
    const height = Math.max(this.rows.length, row + 1);
    const fits = height <= MAX_ROWS && this.#width <= MAX_COLUMNS && height * this.#width <= MAX_CELLS;
    if (!fits || this.#chars > MAX_CHARS) throw new TooMuchWork();
    while (this.rows.length <= row) this.rows.push([]);
    this.rows[row]![column] = text;
  }
}

/** Whether a tag is open after this part. */
const isOpen = ({ opens, closes }: { opens: boolean; closes: boolean }): boolean => opens && !closes;

/** The cells of a sheet by row. Throws `TooMuchWork`. */
function rowsOf(sheet: string, shared: Shared, work: Work): string[][] {
  const cells = new Cells();
  let [row, column] = [-1, -1];
  let cell: OpenCell | null = null;
  let [reads, inReading] = [false, false];
  for (const part of xmlParts(sheet, work)) {
    if ("text" in part) {
      if (cell !== null && reads && !inReading) cell.text += part.text;
      continue;
    }
    const { tag, opens, closes, attributes } = part;
    if (tag === "sheetData" && closes) break;
    if (tag === "row" && opens) {
      const number = attributesIn(attributes, work).get("r");
      [row, column] = [number === undefined ? row + 1 : rowNumber(number), -1];
    } else if (tag === "v" || tag === "t") reads = isOpen(part);
    else if (tag === "rPh") inReading = isOpen(part);
    if (tag !== "c") continue;
    if (opens) {
      cell = cellOf(attributesIn(attributes, work), { row, column: column + 1 });
      column = cell.column;
    }
    if (!closes || cell === null) continue;
    cells.add(cell, textOf(cell, shared, work));
    cell = null;
  }
  return cells.rows;
}

/** A cell with these attributes; without an address it is the next one. */
function cellOf(attributes: ReadonlyMap<string, string>, next: { row: number; column: number }): OpenCell {
  const address = attributes.get("r");
  const at = address === undefined ? next : addressOf(address);
  return { ...at, type: attributes.get("t") ?? "n", style: Number(attributes.get("s") ?? 0), text: "" };
}

function rowNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new XmlFault("a row without a number");
  if (number > MAX_ROWS * 1000) throw new TooMuchWork();
  return number - 1;
}

const A = 64;
const LETTERS = 26;

/** "B3" is the cell in the third row and the second column. */
function addressOf(text: string): { row: number; column: number } {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
  if (digits === undefined) throw new TooMuchWork();
  const column = letters!.split("").reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A, 0);
  return { row: rowNumber(digits), column: column - 1 };
}

const DAY_MS = 86_400_000;

/** Day 25,569 of a spreadsheet is 1 January 1970. */
const FIRST_DAY = 25_569;

/** A character that XML cannot have, as Excel writes it: `_x000D_`. */
const ESCAPED = /^_x([\dA-F]{4})_/;
const ESCAPED_CHARS = 7;

function textOf({ type, style, text }: OpenCell, { strings, dates }: Shared, work: Work): string {
  if (type === "s") return unescaped(strings[Number(text)] ?? "", work);
  if (type === "inlineStr" || type === "str") return unescaped(text, work);
  if (type === "b") return text === "1" ? "TRUE" : text === "0" ? "FALSE" : text;
  const number = Number(text);
  if (type !== "n" || text.trim() === "" || !Number.isFinite(number)) return text.trim();
  if (dates[style] === true && Math.abs(number) < 3_000_000)
    return new Date(Math.round((number - FIRST_DAY) * DAY_MS)).toISOString().slice(0, 10);
  return Math.abs(number) < FEWEST_LOST ? String(number) : longNumber(text.trim(), number);
}

/** Numbers from here have more than the 15 digits that a spreadsheet keeps. */
const FEWEST_LOST = 1e15;

/** Digits as they were written, which programs other than spreadsheets do; else `7.01234E+18`, which says what is lost. */
const longNumber = (text: string, number: number): string =>
  /^\d{1,32}$/.test(text) ? text : number.toExponential().replace("e", "E");

function unescaped(text: string, work: Work): string {
  let [plain, from] = ["", 0];
  for (let at = text.indexOf("_x"); at !== -1; at = text.indexOf("_x", Math.max(at + 1, from))) {
    work.spend(REFERENCE);
    const [whole, code] = ESCAPED.exec(text.slice(at, at + ESCAPED_CHARS)) ?? [];
    if (whole === undefined) continue;
    plain += text.slice(from, at) + String.fromCharCode(Number.parseInt(code!, 16));
    from = at + whole.length;
  }
  return from === 0 ? text : plain + text.slice(from);
}
