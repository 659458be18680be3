import type { Json } from "../core/json.ts";
import type { FieldError } from "../core/refusal.ts";
import { err, ok, type Result } from "../core/result.ts";
import { mediaType, parse, readEncoded, readText } from "./body.ts";
import { Problem } from "./problem.ts";

/** A row of an import, or why it could not be parsed. */
export type ImportRow = Result<Json, FieldError[]>;

/** The rows of an import. `lines` has the line on which each begins, from 1; null for a JSON array. */
export interface ImportRows {
  rows: ImportRow[];
  lines: number[] | null;
}

export const MAX_ROWS = 10_000;
const MAX_MIB = 16;
export const CSV = "text/csv";

/** How an import reads a JSON body, and CSV of at most MAX_ROWS + 1 rows. Both throw the 422 Problem. */
interface Reading {
  array: (body: Json) => Json[];
  csv: (text: string) => ImportRows;
}

/** Reads the rows of an import in any format. Throws the 400, 413, 415 or 422 Problem. */
export async function importRows(request: Request, { array, csv }: Reading): Promise<ImportRows> {
  const readers = new Map<string, (text: string) => ImportRows>([
    [
      "application/json",
      (text) => ({
        rows: array(parse(text))
          .slice(0, MAX_ROWS + 1)
          .map(ok),
        lines: null,
      }),
    ],
    ["application/x-ndjson", ndjsonRows],
    ["application/ndjson", ndjsonRows],
    [CSV, csv],
  ]);
  const type = mediaType(request);
  const read = readers.get(type);
  if (read === undefined) throw new Problem(415, `The body must be one of: ${[...readers.keys()].join(", ")}.`);
  // Spreadsheets save CSV in various encodings. JSON is always UTF-8.
  const found = read(await (type === CSV ? readEncoded : readText)(request, MAX_MIB));
  if (found.rows.length > MAX_ROWS) throw new Problem(422, `More than ${MAX_ROWS} rows. Send them in several calls.`);
  return found;
}

/** One row a line, blank lines skipped. A line that is not JSON only invalidates itself. */
function ndjsonRows(text: string): ImportRows {
  const rows: ImportRow[] = [];
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  for (const { 0: found, index } of text.matchAll(/\S[^\n]*/g)) {
    if (rows.length > MAX_ROWS) break;
    for (; counted < index; counted++) if (text[counted] === "\n") line += 1;
    rows.push(lineRow(found.trim()));
    lines.push(line);
  }
  return { rows, lines };
}

function lineRow(line: string): ImportRow {
  try {
    return ok(JSON.parse(line) as Json);
  } catch {
    return err([{ pointer: "", message: "is not JSON" }]);
  }
}

/** What became of a row: the id of what it created or found, or why it was not accepted. */
type Imported = { index: number; id: string; isNew: boolean } | { index: number; errors: FieldError[] };

/** The result of each row, and a summary. `more` adds fields to the answer of an accepted row. */
export function importedView<One extends Imported>(
  results: One[],
  lines: ImportRows["lines"],
  more: (accepted: Extract<One, { id: string }>) => object = () => ({}),
) {
  const items = results.map((one) => {
    const row = { index: one.index, ...(lines === null ? {} : { line: lines[one.index]! }) };
    if ("errors" in one) return { ...row, errors: one.errors };
    const accepted = one as Extract<One, { id: string }>;
    return { ...row, id: accepted.id, ...more(accepted) };
  });
  const failed = results.filter((one) => "errors" in one).length;
  const created = results.filter((one) => "id" in one && one.isNew).length;
  return { summary: { created, existing: items.length - created - failed, failed }, items };
}

/** Limit on the errors that are listed if no row was accepted. */
const MAX_ERRORS = 1000;

/** Throws the 422 Problem with the errors of each row if there are rows and none was accepted. */
export function refuseAllFailed({ summary, items }: ReturnType<typeof importedView>): void {
  if (summary.failed === 0 || summary.failed < items.length) return;
  const errors = items.flatMap((item) => {
    const where = "line" in item ? `line ${item.line}: ` : "";
    return "errors" in item
      ? item.errors.map(({ pointer, message }) => ({ pointer: `/${item.index}${pointer}`, message: where + message }))
      : [];
  });
  throw new Problem(422, "No row was accepted.", { errors: errors.slice(0, MAX_ERRORS) });
}
