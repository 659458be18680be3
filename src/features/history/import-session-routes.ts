import Papa from "papaparse";
import { importSessions, type ImportSessionsDeps, type SessionRow } from "./import-sessions.ts";
import { isObject, type Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import { mediaType, parse, readEncoded, readText } from "../../http/body.ts";
import { Problem } from "../../http/problem.ts";
import { json, routesOver } from "../../http/route.ts";
import { ndjsonRows } from "../creators/routes.ts";

const route = routesOver<{ importSessions: ImportSessionsDeps }>();

const MAX_ROWS = 10_000;
const MAX_MIB = 16;
const CSV = "text/csv";

interface Rows {
  rows: SessionRow[];
  /** The line on which each begins, from 1; null for JSON. */
  lines: number[] | null;
}

/** A list, or a page of our own export. */
function jsonRows(text: string): Rows {
  const body = parse(text);
  const rows = isObject(body) && Array.isArray(body["items"]) ? body["items"] : body;
  if (!Array.isArray(rows)) throw new Problem(422, "The body is not an array.");
  return { rows: rows.slice(0, MAX_ROWS + 1).map(ok), lines: null };
}

const FIELDS = ["targetId", "userId", "handle", "startedAt", "endedAt"];
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");
const byPlain = new Map(FIELDS.map((name) => [plain(name), name]));

/** Columns that are no field are ignored, so that an export can be imported. */
function csvRows(text: string): Rows {
  const { data } = Papa.parse(text, {
    delimiter: /[,;\t]/.exec(/^.*$/m.exec(text)?.[0] ?? "")?.[0] ?? ",",
    preview: MAX_ROWS * 2 + 2,
  });
  const [header = [], ...rest] = data;
  const names = header.map((cell) => byPlain.get(plain(cell)) ?? null);
  if (!names.includes("startedAt"))
    throw new Problem(422, `The CSV needs a header row with some of: ${FIELDS.join(", ")}.`);
  const rows: SessionRow[] = [];
  const lines: number[] = [];
  rest.forEach((cells, index) => {
    if (cells.every((cell) => cell.trim() === "")) return;
    const pairs = names.flatMap((name, column): [string, Json][] => {
      const cell = cells[column]?.trim() ?? "";
      return name === null || cell === "" ? [] : [[name, cell]];
    });
    rows.push(ok(Object.fromEntries(pairs)));
    lines.push(index + 2);
  });
  return { rows, lines };
}

const readers = new Map<string, (text: string) => Rows>([
  ["application/json", jsonRows],
  ["application/x-ndjson", ndjsonRows],
  ["application/ndjson", ndjsonRows],
  [CSV, csvRows],
]);

export const importSessionRoutes = [
  route({
    method: "post",
    path: "/v1/sessions/import",
    scope: "write",
    operation: "importSessions",
    async handle({ ports, request }) {
      const type = mediaType(request);
      const read = readers.get(type);
      if (read === undefined) throw new Problem(415, `The body must be one of: ${[...readers.keys()].join(", ")}.`);
      const { rows, lines } = read(await (type === CSV ? readEncoded : readText)(request, MAX_MIB));
      if (rows.length > MAX_ROWS) throw new Problem(422, `More than ${MAX_ROWS} rows. Send them in several calls.`);
      const results = await importSessions(rows, ports.importSessions);
      const placed = (index: number) => ({ index, ...(lines === null ? {} : { line: lines[index]! }) });
      const items = results.map((one) =>
        "errors" in one ? { ...placed(one.index), errors: one.errors } : { ...placed(one.index), id: one.id },
      );
      const failed = results.filter((one) => "errors" in one).length;
      const created = results.filter((one) => "id" in one && one.isNew).length;
      const summary = { created, existing: results.length - created - failed, failed };
      if (failed > 0 && failed === results.length) {
        const errors = results.flatMap((one) =>
          "errors" in one
            ? one.errors.map(({ pointer, message }) => ({ pointer: `/${one.index}${pointer}`, message }))
            : [],
        );
        throw new Problem(422, "No row was accepted.", { errors: errors.slice(0, 1000) });
      }
      return json({ summary, items });
    },
  }),
];
