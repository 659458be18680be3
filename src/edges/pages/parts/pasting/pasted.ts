import { isObject, type JsonObject } from "../../../../core/json.ts";
import { lazy } from "../../../../core/lazy.ts";
import { err, ok } from "../../../../core/result.ts";
import type { ImportRow } from "../../../../flows/manage/import-row.ts";
import { handleIn } from "../../../../targets/live/params.ts";
import { csvColumns, csvRows } from "../../../http/csv-rows.ts";
import { Problem } from "../../../http/problem.ts";

/** What was pasted, a row for each creator, with the text that each came from. */
export interface Pasted {
  rows: ImportRow[];
  texts: string[];
  /** True for a table, whose first line names its columns. */
  header: boolean;
}

/** Where those who are pasted go, and whether one who is live already is told. */
export interface Wish {
  watchlistId: string;
  announceInitial: boolean;
}

/** More are to be pasted in parts. */
const MAX = 1000;

const plain = (cell: string): string => cell.toLowerCase().replace(/[\s_"-]+/g, "");

const columns = lazy(() => new Set(csvColumns().map(plain)));

/** True for a table with a header row: all that stands in its first line names a column. */
function isTable(lines: string[]): boolean {
  const cells = (lines[0] ?? "").split(/[,;\t]/).map(plain);
  return lines.length > 1 && cells.every((cell) => columns().has(cell)) && cells.some((cell) => cell !== "name");
}

/** The creators of what was pasted; throws the 400 or 422 Problem of what cannot be read at all. */
export function pastedRows(text: string, wish: Wish): Pasted {
  const lines = text.split(/\r\n|\r|\n/);
  const said = lines.filter((line) => line.trim() !== "");
  const pasted = isTable(said) ? tableRows(text, lines, wish) : lineRows(said, wish);
  if (pasted.rows.length > MAX) throw new Problem(422, `More than 1,000 creators. Paste them in several parts.`);
  return pasted;
}

function tableRows(text: string, all: string[], { watchlistId, announceInitial }: Wish): Pasted {
  const { rows, lines } = csvRows(text, MAX);
  const filled = rows.map((row): ImportRow => {
    if (!row.ok || !isObject(row.value)) return row;
    const { kind = "live", name, watchlist, params, ...more } = row.value;
    const list = watchlist === undefined ? { watchlistId } : { watchlist };
    const displayName = name ?? (kind === "live" ? nameOf(params as JsonObject) : undefined);
    return ok({
      kind,
      ...(displayName === undefined ? {} : { name: displayName }),
      params: params!,
      announceInitial,
      ...list,
      ...more,
    });
  });
  return { rows: filled, texts: lines.map((line) => all[line - 1] ?? ""), header: true };
}

/** What a creator is called of whom nobody said a name. */
function nameOf({ handle, userId, roomId, url }: JsonObject): string {
  if (typeof handle === "string") return `@${(handleIn(handle) ?? handle).replace(/^@/, "")}`;
  return [userId, roomId, url].find((one) => typeof one === "string") ?? "";
}

/** Each line is one creator, or several that stand side by side. */
function lineRows(lines: string[], wish: Wish): Pasted {
  const pasted: Pasted = { rows: [], texts: [], header: false };
  for (const line of lines.slice(0, MAX + 1))
    for (const [text, row] of creatorsIn(line, wish)) {
      pasted.rows.push(row);
      pasted.texts.push(text);
    }
  return pasted;
}

function creatorsIn(line: string, wish: Wish): [text: string, row: ImportRow][] {
  const words = line.split(/[,;\t]|\s+/).filter((word) => word !== "");
  if (words.length > 1 && words.every((word) => surely(word) !== null))
    return words.map((word) => [word, rowOf(surely(word)!, null, wish)]);
  const last = words.at(-1)!;
  const params = surely(last) ?? (words.length === 1 ? maybe(last) : null);
  const text = line.trim();
  if (params === null) return [[text, err("not a handle, link or ID")]];
  const name = text.slice(0, text.lastIndexOf(last)).replace(/[\s,;]+$/, "");
  return [[text, rowOf(params, name === "" ? null : name, wish)]];
}

const rowOf = (params: JsonObject, name: string | null, wish: Wish): ImportRow =>
  ok({ kind: "live", name: name ?? nameOf(params), params, ...wish });

/** Whom a word names beyond doubt: an @handle, a link, a user id. */
function surely(word: string): JsonObject | null {
  if (/^@\S+$/.test(word)) return { handle: word.slice(1) };
  if (/^\d{3,32}$/.test(word)) return { userId: word };
  if (!/^https?:\/\//i.test(word)) return null;
  const handle = handleIn(word);
  return handle === null ? { url: word } : { handle };
}

/** A word that stands alone may be a handle without its sign. */
const maybe = (word: string): JsonObject | null => (/^[A-Za-z0-9._-]{1,64}$/.test(word) ? { handle: word } : null);
