import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { readHours } from "../../../core/hours-text.ts";
import { lazy } from "../../../core/lazy.ts";
import { ok } from "../../../core/result.ts";
import type { ImportRow } from "../../../http/import-rows.ts";
import { csvColumns, csvRows } from "../csv-rows.ts";
import { Problem } from "../../../http/problem.ts";
import { language, marked, t } from "../../../ui/words/text.ts";
import { nameOf, pastedIdentity } from "./creator-in.ts";
import { creatorsIn, type Reported } from "./line-creators.ts";
import { rowText, reportedInRow, sheetIn, type PastedSheet } from "./sheet-creators.ts";

/** Something in a paste: a creator to import, a refusal, a repetition, or names between which the reader must decide. */
export type Part = { line: number; text: string } &
  /** `hours` is how the sheet writes the usual hours, understood or not. */
  (
    | { as: "row"; row: ImportRow; identity: string | null; hours?: string | undefined }
    | { as: "refused"; reason: string }
    | { as: "again"; of: number }
    | { as: "names"; identity: string; names: string[] }
  );

/** A paste. */
export interface Pasted {
  parts: Part[];
  /** The header row that stays above the lines that are left; null if there is none. */
  header: string | null;
  /** The sheet if its columns are used as `roles` say; null for lines, and for CSV with the columns of the API. */
  sheet: PastedSheet | null;
}

/** The list for pasted creators, whether to announce one who is already live, and what the reader decided. */
export interface PasteOptions {
  watchlistId: string;
  announceInitial: boolean;
  /** Roles of the columns of a sheet; empty for a guess. */
  columns: string[];
  /** The name of each creator, by identity, that was pasted with several. */
  names: Map<string, string>;
}

/** Returns the text of a row on one line: its filled cells side by side. */
export const besides = (text: string): string =>
  text
    .split("\t")
    .filter((cell) => cell.trim() !== "")
    .join(" · ");

/** The maximum number of creators per paste. */
const MAX = 1000;

const LINES_PER_ROW = 4;
const LONGEST_TEXT = 1024 * 1024;
const LONGEST_LINE = 64 * 1024;

/** Favourites are checked before others. */
const FAVOURITE_PRIORITY = 3;

const plain = (cell: string): string => cell.toLowerCase().replace(/[\s_"-]+/g, "");

const columns = lazy(() => new Set(csvColumns().map(plain)));

/** The columns that alone are as well those of a sheet, which is more lenient. */
const LENIENT = new Set(["name", "handle", "watchlist"]);

/** True for CSV with the columns of the API: every cell of the first line names one, some beyond a sheet's. */
function isImport(lines: string[]): boolean {
  const cells = (lines[0] ?? "").split(/[,;\t]/).map(plain);
  return lines.length > 1 && cells.every((cell) => columns().has(cell)) && cells.some((cell) => !LENIENT.has(cell));
}

const TOO_MANY = marked("More than 1,000 creators. Paste them in several parts.");

/** Parses pasted creators; throws a 400 or 422 Problem if the text cannot be read at all. */
export function readPaste(text: string, options: PasteOptions): Pasted {
  if (text.length > LONGEST_TEXT) throw new Problem(422, t("The text is longer than 1 MB. Paste it in several parts."));
  const lines = text.split(/\r\n|\r|\n/);
  const reported = lines.filter((line) => line.trim() !== "");
  if (isImport(reported)) return { ...importParts(text, lines, options), sheet: null };
  // Blank lines and line breaks within cells take time too.
  if (lines.length > LINES_PER_ROW * MAX) throw new Problem(422, t(TOO_MANY));
  if (reported.some((line) => line.length > LONGEST_LINE)) throw new Problem(422, t("A line is longer than 64 KB."));
  const sheet = sheetIn(text, options.columns);
  const found = sheet === null ? inLines(lines) : inRows(sheet);
  if (found.length > MAX) throw new Problem(422, t(TOO_MANY));
  const header = sheet?.header == null ? null : rowText(sheet.header, sheet.delimiter);
  return { parts: decided(found, options), header, sheet };
}

interface FoundReported {
  line: number;
  text: string;
  said: Reported;
}

/** Reads lines until there are more creators than fit. */
function inLines(lines: string[]): FoundReported[] {
  const found: FoundReported[] = [];
  for (const [at, line] of lines.entries()) {
    if (found.length > MAX) break;
    if (line.trim() !== "") found.push(...creatorsIn(line).map((one) => ({ ...one, line: at + 1 })));
  }
  return found;
}

const inRows = ({ rows, roles, delimiter }: PastedSheet): FoundReported[] =>
  rows
    .slice(0, MAX + 1)
    .map(({ line, cells }) => ({ line, text: rowText(cells, delimiter), said: reportedInRow(cells, roles) }));

/** Finds repetitions of a creator, and those with several names. */
function decided(found: FoundReported[], options: PasteOptions): Part[] {
  const names = new Map<string, string[]>();
  const firsts = new Map<string, number>();
  for (const { said, line } of found) {
    if ("refused" in said) continue;
    const identity = pastedIdentity(said.params);
    const provided = names.get(identity) ?? [];
    if (said.name !== null && !provided.some((name) => sameName(name, said.name!))) provided.push(said.name);
    names.set(identity, provided);
    if (!firsts.has(identity)) firsts.set(identity, line);
  }
  const done = new Set<string>();
  return found.map(({ line, text, said }): Part => {
    if ("refused" in said) return { line, text, as: "refused", reason: said.refused };
    const identity = pastedIdentity(said.params);
    const provided = names.get(identity)!;
    const chosen = options.names.get(identity);
    const name = provided.length > 1 ? provided.find((one) => one === chosen) : provided[0];
    if (provided.length > 1 && name === undefined) return { line, text, as: "names", identity, names: provided };
    if (done.has(identity)) return { line, text, as: "again", of: firsts.get(identity)! };
    done.add(identity);
    return {
      line,
      text,
      as: "row",
      identity,
      row: rowOf(said, name ?? nameOf(said.params), options),
      hours: said.hours,
    };
  });
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function rowOf(reported: Exclude<Reported, { refused: string }>, name: string, options: PasteOptions): ImportRow {
  const { watchlistId, announceInitial } = options;
  const hours = readHours(reported.hours ?? "", language());
  return ok({
    kind: "live",
    name,
    params: reported.params,
    announceInitial,
    ...(reported.list == null ? { watchlistId } : { watchlist: reported.list }),
    ...(reported.favourite === true ? { priority: FAVOURITE_PRIORITY } : {}),
    ...(Array.isArray(hours) && hours.length > 0 ? { usualHours: hours as unknown as Json } : {}),
  });
}

function importParts(text: string, all: string[], options: PasteOptions): Omit<Pasted, "sheet"> {
  const { watchlistId, announceInitial } = options;
  const { rows, lines } = csvRows(text, MAX);
  if (rows.length > MAX) throw new Problem(422, t(TOO_MANY));
  const parts = rows.map((row, index): Part => {
    const place = { line: lines[index]!, text: all[lines[index]! - 1] ?? "", as: "row" as const, identity: null };
    if (!row.ok || !isObject(row.value)) return { ...place, row };
    const { kind = "live", name, watchlist, params, ...more } = row.value;
    const list = watchlist === undefined ? { watchlistId } : { watchlist };
    const displayName = name ?? (kind === "live" ? nameOf(params as JsonObject) : undefined);
    const named = displayName === undefined ? {} : { name: displayName };
    return { ...place, row: ok({ kind, ...named, params: params!, announceInitial, ...list, ...more }) };
  });
  return { parts, header: all.find((line) => line.trim() !== "") ?? null };
}
