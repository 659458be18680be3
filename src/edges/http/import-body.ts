import { err, ok } from "../../core/result.ts";
import { isObject, type Json } from "../../core/json.ts";
import type { ImportRow } from "../../flows/manage/import-row.ts";
import type { Imported } from "../../flows/manage/import-targets.ts";
import { mediaType, parse, readText } from "./body.ts";
import { columnPointer, csvRows } from "./csv-rows.ts";
import { Problem } from "./problem.ts";

const MOST_ROWS = 10_000;
const MOST_MIB = 16;

const readers = new Map<string, (text: string) => ImportRow[]>([
  ["application/json", jsonRows],
  ["application/x-ndjson", ndjsonRows],
  ["application/ndjson", ndjsonRows],
  ["text/csv", (text) => csvRows(text, MOST_ROWS)],
]);

/** The rows of an import, whatever its format; throws the 400, 413, 415 or 422 Problem. */
export async function importRows(request: Request): Promise<ImportRow[]> {
  const read = readers.get(mediaType(request));
  if (read === undefined) throw new Problem(415, `The body must be one of: ${[...readers.keys()].join(", ")}.`);
  const rows = read(await readText(request, MOST_MIB));
  if (rows.length > MOST_ROWS) throw new Problem(422, `More than ${MOST_ROWS} rows: send them in several calls.`);
  return rows;
}

/** What came of each row, its errors pointing into the row as it was sent. */
export const importedView = (items: Imported[], request: Request) => ({
  items:
    mediaType(request) === "text/csv"
      ? items.map((item) =>
          "id" in item
            ? item
            : { ...item, errors: item.errors.map((one) => ({ ...one, pointer: columnPointer(one.pointer) })) },
        )
      : items,
});

function jsonRows(text: string): ImportRow[] {
  const rows = parse(text);
  if (Array.isArray(rows)) return rows.slice(0, MOST_ROWS + 1).map(ok);
  const errors = [{ pointer: "", message: "must be an array of targets" }];
  throw new Problem(422, isObject(rows) ? "One target goes to POST /v1/targets." : "The body is no array.", { errors });
}

/** A line is a row, blank lines aside; one that is not JSON is wrong by itself. */
function ndjsonRows(text: string): ImportRow[] {
  const rows: ImportRow[] = [];
  for (const [line] of text.matchAll(/\S[^\n]*/g)) {
    if (rows.length > MOST_ROWS) break;
    rows.push(lineRow(line.trim()));
  }
  return rows;
}

function lineRow(line: string): ImportRow {
  try {
    return ok(JSON.parse(line) as Json);
  } catch {
    return err("is not JSON");
  }
}
