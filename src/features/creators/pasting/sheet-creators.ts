import Papa from "papaparse";
import { seen } from "../../../core/unseen.ts";
import { t } from "../../../ui/words/text.ts";
import { bared, creatorIn, possibleHandle, unlisted } from "./creator-in.ts";
import { guessed, isHeader, isMarked, namesCreator, ROLES, type Role } from "./columns.ts";
import { cleanName, LONGEST, type Reported } from "./line-creators.ts";

/** A pasted sheet of arbitrary columns. */
export interface PastedSheet {
  /** The first row if it names the columns; otherwise null. */
  header: string[] | null;
  /** Rows with any text, each with its number in the paste, from 1. */
  rows: { line: number; cells: string[] }[];
  roles: Role[];
  delimiter: string;
}

/** The most columns of a sheet that are offered; more are not used. */
const MAX_COLUMNS = 40;

/** The share of rows that must have several cells. */
const MOST = 0.8;

const DELIMITERS = ["\t", ";", ","];

/** Returns the sheet in a text, or null if its lines are no rows of one. `chosen` has roles from the reader. */
export function sheetIn(text: string, chosen: string[]): PastedSheet | null {
  const first = /\S.*/.exec(text)?.[0] ?? "";
  for (const delimiter of DELIMITERS) {
    if (!first.includes(delimiter)) continue;
    const all = rowsOf(text, delimiter);
    const wide = all.filter(({ cells }) => cells.length > 1);
    if (wide.length < all.length * MOST) continue;
    const sheet = withHeader(all, delimiter);
    if (sheet === null) continue;
    const guess = guessed(
      sheet.header,
      sheet.rows.map(({ cells }) => cells),
    );
    return { ...sheet, roles: guess.map((role, column) => roleOf(chosen[column]) ?? role) };
  }
  return null;
}

function withHeader(all: PastedSheet["rows"], delimiter: string): Omit<PastedSheet, "roles"> | null {
  const [first, ...rest] = all;
  const names = isHeader(
    first!.cells,
    rest.map(({ cells }) => cells),
  );
  const header = names ? first!.cells : null;
  const rows = names ? rest : all;
  return rows.length > 0 && isSheet(header, rows, delimiter) ? { header, rows, delimiter } : null;
}

const roleOf = (text: string | undefined): Role | undefined => ROLES.find((role) => role === text);

/** Commas and semicolons also separate creators and names within lines, so they need a header to make a sheet. */
function isSheet(header: string[] | null, rows: PastedSheet["rows"], delimiter: string): boolean {
  if (header !== null) return true;
  if (delimiter !== "\t") return false;
  return !rows.every(({ cells }) => cells.every((cell) => cell.trim() === "" || namesCreator(cell)));
}

/** Splits a text into its rows that are not blank. Quoted cells can contain delimiters and line breaks. */
function rowsOf(text: string, delimiter: string): PastedSheet["rows"] {
  const data = balanced(text) ? cellsOf(text, delimiter) : lineByLine(text, delimiter);
  let next = 1;
  return data.flatMap((cells) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return cells.some((cell) => cell.trim() !== "") ? [{ line, cells: cells.slice(0, MAX_COLUMNS) }] : [];
  });
}

const cellsOf = (text: string, delimiter: string, quoteChar = '"'): string[][] =>
  Papa.parse(text, { delimiter, quoteChar }).data;

/** With an unpaired quote, a cell would run to the end of the text: the quotes of such a line are plain characters. */
const lineByLine = (text: string, delimiter: string): string[][] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === "" ? [""] : cellsOf(line, delimiter, balanced(line) ? '"' : "\0")[0]!));

function balanced(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 0;
}

/** What a column is called: as its header says, or by its number. */
export const columnTitle = ({ header }: PastedSheet, column: number): string =>
  header?.[column]?.trim() || t("Column {n}", { n: column + 1 });

/** Returns a row as text again. */
export const rowText = (cells: string[], delimiter: string): string =>
  Papa.unparse({ fields: [], data: [cells] }, { delimiter, newline: "\n", header: false });

/** A handle or link in a cell, and text right after it that could be the rest of a handle: `@bad one!!`. */
const BROKEN = /(?:^|\s)(?:[@＠]|https?:)\S*\s+[^\s\p{Extended_Pictographic}@＠([{（【,;|/:=–—-]/u;

/** No handle has an exclamation mark, which ends sentences elsewhere. */
const isBroken = (text: string): boolean => BROKEN.test(text) || /^[^/]*!/.test(text);

/** Returns what a row says with the roles of its columns. */
export function reportedInRow(cells: string[], roles: Role[]): Reported {
  if (cells.some((cell) => cell.length > LONGEST))
    return { refused: t("has a cell that is longer than 1,000 characters") };
  const of = (role: Role) =>
    roles
      .flatMap((one, column) => (one === role ? [seen(cells[column] ?? "").trim()] : []))
      .filter((cell) => cell !== "");
  const name = cleanName(of("name")[0] ?? "");
  const list = of("list")[0] ?? null;
  const favourite = of("favourite").some(isMarked);
  const [hours = ""] = of("hours");
  const more = { list, favourite, hours };
  const [cell] = of("handle");
  if (cell === undefined)
    return {
      refused: t(roles.includes("handle") ? "has no handle, link or ID" : "no column has handles, links or IDs"),
    };
  const text = unlisted(cell);
  if (isBroken(text)) return { refused: t("not a handle: only letters, digits, “.”, “_” and “-”, without spaces") };
  const found = creatorIn(text) ?? creatorIn(cell) ?? possibleHandle(text);
  if (found !== null) return "refused" in found ? found : { params: found.params, name, ...more };
  const words = text.split(/[,;|\s]+/).filter((word) => bared(word) !== "");
  const named = words.flatMap((word) => creatorIn(word) ?? []);
  if (named.length !== 1)
    return {
      refused: t(named.length > 1 ? "names several creators: put each in its own row" : "not a handle, link or ID"),
    };
  const [one] = named;
  if ("refused" in one!) return one;
  return { params: one!.params, name, ...more };
}
