import Papa from "papaparse";
import type * as z from "zod";
import type { JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import type { FieldError } from "../../core/refusal.ts";
import { err, ok } from "../../core/result.ts";
import { ID_LOSSES, spreadsheetId } from "../../core/spreadsheet-id.ts";
import type { ImportRow } from "../../http/import-rows.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { Problem } from "../../http/problem.ts";
import { numberCell } from "../../resources/fields.ts";
import { declaredColumns } from "./import-columns.ts";

/** The type of a field's cells; null if a cell cannot express it. */
function cellType(field: z.core.$ZodType): "string" | "number" | null {
  const def = (field as z.core.$ZodTypes)._zod.def;
  if (def.type === "optional" || def.type === "default") return cellType(def.innerType);
  if (def.type === "pipe") return cellType(def.in);
  return def.type === "string" || def.type === "number" ? def.type : null;
}

/** The columns of params of all kinds, with their types. */
const paramCells = lazy(
  () =>
    new Map(
      Object.values(targetKinds).flatMap(({ params }) =>
        Object.entries(params().shape).flatMap(([name, field]) => {
          const type = cellType(field);
          return type === null ? [] : [[name, type] as const];
        }),
      ),
    ),
);

/** The columns that a header row can have, in any order. */
export const csvColumns = lazy(() => ["kind", "watchlist", ...paramCells().keys(), ...declaredColumns().keys()]);

/** Limit on the lines read per allowed row. Blank lines do not count as rows but take time. */
const LINES_PER_ROW = 4;

/**
 * Parses CSV into targets: at most `max` + 1 rows, each with the line on which it begins. Blank lines are skipped,
 * empty cells are absent fields. Throws the 400 or 422 Problem.
 */
export function csvRows(text: string, max: number): { rows: ImportRow[]; lines: number[] } {
  refuseLongLines(text);
  const { data, errors, meta } = Papa.parse(text, { delimiter: delimiterOf(text), preview: LINES_PER_ROW * max });
  const all = withLines(data);
  const placed = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [broken] = errors.filter(({ type }) => type === "Quotes");
  if (broken !== undefined && !meta.truncated)
    throw new Problem(
      400,
      `The CSV is malformed: a quoted cell is not closed properly near line ${all[broken.row ?? 0]?.line ?? 1}.`,
    );
  if (meta.truncated && placed.length <= max + 1)
    throw new Problem(422, `The CSV has more than ${LINES_PER_ROW * max} lines, most of them blank.`);
  const header = headerOf(placed[0]?.cells ?? []);
  const rows = placed.slice(1, max + 2);
  return { rows: rows.map(({ cells }) => rowOf(header, cells)), lines: rows.map(({ line }) => line) };
}

/** Adds line numbers. Quoted cells can contain line breaks. */
function withLines(data: string[][]): { line: number; cells: string[] }[] {
  let next = 1;
  return data.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return { line, cells };
  });
}

/** Limit on the length of a line. Splitting a longer one into millions of cells would take seconds. */
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const LONGEST_LINE = 64 * 1024;

function refuseLongLines(text: string): void {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    length = code === LINE_FEED || code === CARRIAGE_RETURN ? 0 : length + 1;
    if (length > LONGEST_LINE) throw new Problem(400, "The CSV has a line of more than 64 KB.");
  }
}

/** A comma, semicolon or tab, as spreadsheets of some countries write. Names of columns contain none of them. */
const delimiterOf = (text: string): string => /[,;\t]/.exec(/^.*$/m.exec(text)?.[0] ?? "")?.[0] ?? ",";

/** A name without differences in case, blanks, "_" and "-". */
const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");

const byPlainName = lazy(() => new Map(csvColumns().map((name) => [plainName(name), name])));

function headerOf(cells: string[]): string[] {
  const header = cells.map((cell) => byPlainName().get(plainName(cell)) ?? cell.trim());
  while (header.at(-1) === "") header.pop();
  if (header.length === 0) throw new Problem(422, "The CSV needs a header row that names its columns.");
  const invalid = header.flatMap((name, index) => {
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!csvColumns().includes(name)) return { pointer, message: `is not a known column: ${csvColumns().join(", ")}` };
    return header.indexOf(name) === index ? [] : { pointer, message: "is named twice" };
  });
  if (invalid.length > 0) throw new Problem(422, "The header row is not valid.", { errors: invalid });
  return header;
}

function rowOf(header: string[], cells: string[]): ImportRow {
  if (cells.slice(header.length).some((cell) => cell.trim() !== ""))
    return err([{ pointer: "", message: "has more cells than the header" }]);
  const known = paramCells();
  const params: JsonObject = {};
  const row: JsonObject = { params };
  const errors: FieldError[] = [];
  for (const [index, name] of header.entries()) {
    const written = cells[index]?.trim() ?? "";
    if (written === "") continue;
    const id = name.endsWith("Id") ? spreadsheetId(written) : null;
    if (id !== null && "lost" in id) errors.push({ pointer: `/params/${name}`, message: ID_LOSSES[id.lost] });
    const cell = id !== null && "id" in id ? id.id : written;
    const type = known.get(name);
    const read = type === "number" ? numberCell(cell) : (declaredColumns().get(name)?.read?.(cell) ?? ok(cell));
    if (read.ok) (type === undefined ? row : params)[name] = read.value;
    else errors.push({ pointer: `/${name}`, message: read.error });
  }
  return errors.length > 0 ? err(errors) : ok(row);
}

/** Converts a pointer into a target to one into its row, which has params as columns. */
export const columnPointer = (pointer: string): string => pointer.replace(/^\/params(?=\/|$)/, "");
