import * as z from "zod";
import { isObject, type Json } from "../../core/json.ts";
import type { FieldError } from "../../core/refusal.ts";
import { err, ok } from "../../core/result.ts";
import { mediaType, noBody, parse, readEncoded, readText } from "../../http/body.ts";
import { columnPointer, csvRows } from "./csv-rows.ts";
import type { ImportRow } from "./import-row.ts";
import { type ImportDeps, type Imported, type ImportPorts, importTargets } from "./import-targets.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { flag } from "../../http/query.ts";
import { type Answered, json, respond, routesOver } from "../../http/route.ts";
import { granted, Problem } from "../../http/problem.ts";
import { type PollingPorts, pollNow } from "../../engine/upstream/poll-now.ts";
import { target } from "./resource/target.ts";
import { recordAt } from "../../http/preconditions.ts";

const route = routesOver<ImportPorts & PollingPorts>();

const MAX_ROWS = 10_000;
const MAX_MIB = 16;
const CSV = "text/csv";

/** The rows of an import. `lines` has the line on which each begins, from 1; null for a JSON array. */
interface ImportRows {
  rows: ImportRow[];
  lines: number[] | null;
}

const readers = new Map<string, (text: string) => ImportRows>([
  ["application/json", (text) => ({ rows: jsonRows(text), lines: null })],
  ["application/x-ndjson", ndjsonRows],
  ["application/ndjson", ndjsonRows],
  [CSV, (text) => csvRows(text, MAX_ROWS)],
]);

/** Reads the rows of an import in any format. Throws the 400, 413, 415 or 422 Problem. */
async function importRows(request: Request): Promise<ImportRows> {
  const type = mediaType(request);
  const read = readers.get(type);
  if (read === undefined) throw new Problem(415, `The body must be one of: ${[...readers.keys()].join(", ")}.`);
  // Spreadsheets save CSV in various encodings. JSON is always UTF-8.
  const found = read(await (type === CSV ? readEncoded : readText)(request, MAX_MIB));
  if (found.rows.length > MAX_ROWS) throw new Problem(422, `More than ${MAX_ROWS} rows. Send them in several calls.`);
  return found;
}

/** The result of each row, with errors pointing into the row as it was sent, and a summary. */
function importedView(items: Imported[], { lines }: Pick<ImportRows, "lines">, request: Request) {
  const displayed = items.map((item) => {
    const place = { index: item.index, ...(lines === null ? {} : { line: lines[item.index]! }) };
    return "id" in item
      ? { ...place, id: item.id, ...(item.waits ? { waits: true } : {}) }
      : { ...place, errors: pointing(item.errors, request) };
  });
  const failed = items.filter((item) => "errors" in item).length;
  const created = items.filter((item) => "id" in item && item.made).length;
  return { summary: { created, existing: items.length - created - failed, failed }, items: displayed };
}

const pointing = (errors: FieldError[], request: Request): FieldError[] =>
  mediaType(request) === CSV
    ? errors.map(({ pointer, message }) => ({ pointer: columnPointer(pointer), message }))
    : errors;

/** Limit on the errors that are listed if no row was accepted. */
const MAX_ERRORS = 1000;

/** Throws the 422 Problem with the errors of each row if there are rows and none was accepted. */
function refuseAllFailed({ summary, items }: ReturnType<typeof importedView>): void {
  if (summary.failed === 0 || summary.failed < items.length) return;
  const errors = items.flatMap((item) => {
    const where = "line" in item ? `line ${item.line}: ` : "";
    return "id" in item
      ? []
      : item.errors.map(({ pointer, message }) => ({ pointer: `/${item.index}${pointer}`, message: where + message }));
  });
  throw new Problem(422, "No row was accepted.", { errors: errors.slice(0, MAX_ERRORS) });
}

function jsonRows(text: string): ImportRow[] {
  const rows = parse(text);
  if (Array.isArray(rows)) return rows.slice(0, MAX_ROWS + 1).map(ok);
  const errors = [{ pointer: "", message: "must be an array of targets" }];
  throw new Problem(422, isObject(rows) ? "To add one target, use POST /v1/targets." : "The body is not an array.", {
    errors,
  });
}

/** One row a line, blank lines skipped. A line that is not JSON only invalidates itself. */
export function ndjsonRows(text: string): ImportRows {
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

export const targetRoutes = [
  route({
    method: "post",
    path: "/v1/targets/{id}/poll",
    scope: "write",
    withinLists: true,
    operation: "pollTarget",
    async handle(requested) {
      const { ports, request } = requested;
      const polled = await recordAt(target, requested);
      await noBody(request);
      return json(granted(await pollNow(polled, ports.polling)));
    },
  }),
  route({
    method: "post",
    path: "/v1/targets/import",
    scope: "write",
    withinLists: true,
    operation: "importTargets",
    query: () =>
      z.object({
        createWatchlists: flag()
          .optional()
          .describe("Whether to create watchlists that rows name (`watchlist`) and that don't exist."),
      }),
    keeps: true,
    async handle({ ports, query, request, actor, write }) {
      const { rows, lines } = await importRows(request);
      const answered = (imported: Imported[]): Answered => {
        return { status: 200, body: importedView(imported, { lines }, request), headers: {}, subject: null };
      };
      const deps: ImportDeps = {
        ...ports.keep,
        by: actor!.name,
        watchlistIds: (named) => ports.keep.named(watchlist, named),
        write(steps, imported) {
          const failed = imported.filter((one) => "errors" in one).length;
          const lists = steps.flatMap((step) =>
            step.do === "make" && step.of.name === watchlist.name ? step.records : [],
          );
          const created = lists.length === 0 ? {} : { watchlists: lists.length };
          return write(steps, answered(imported), [{ rows: imported.length, failed, ...created }]);
        },
      };
      const imported = granted(await importTargets(rows, query.createWatchlists ?? false, deps));
      refuseAllFailed(importedView(imported, { lines }, request));
      return respond(answered(imported));
    },
  }),
];
