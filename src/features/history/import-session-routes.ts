import Papa from "papaparse";
import { importSessions, type ImportSessionsDeps } from "./import-sessions.ts";
import { delimiterIn } from "./past-lines.ts";
import { isObject, type Json } from "../../core/json.ts";
import { ok } from "../../core/result.ts";
import {
  importedView,
  type ImportRow,
  type ImportRows,
  importRows,
  MAX_ROWS,
  refuseAllFailed,
} from "../../http/import-rows.ts";
import { Problem } from "../../http/problem.ts";
import { json, routesOver } from "../../http/route.ts";

const route = routesOver<{ importSessions: ImportSessionsDeps }>();

/** A list, or a page of our own export. */
function jsonRows(body: Json): Json[] {
  const rows = isObject(body) && Array.isArray(body["items"]) ? body["items"] : body;
  if (!Array.isArray(rows)) throw new Problem(422, "The body is not an array.");
  return rows;
}

const FIELDS = ["targetId", "userId", "handle", "startedAt", "endedAt"];
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");
const byPlain = new Map(FIELDS.map((name) => [plain(name), name]));

/** Columns that are no field are ignored, so that an export can be imported. */
function csvRows(text: string): ImportRows {
  const { data } = Papa.parse(text, {
    delimiter: delimiterIn(/^.*$/m.exec(text)?.[0] ?? ""),
    preview: MAX_ROWS * 2 + 2,
  });
  const [header = [], ...rest] = data;
  const names = header.map((cell) => byPlain.get(plain(cell)) ?? null);
  if (!names.includes("startedAt"))
    throw new Problem(422, `The CSV needs a header row with some of: ${FIELDS.join(", ")}.`);
  const rows: ImportRow[] = [];
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

export const importSessionRoutes = [
  route({
    method: "post",
    path: "/v1/sessions/import",
    scope: "write",
    operation: "importSessions",
    async handle({ ports, request }) {
      const { rows, lines } = await importRows(request, { array: jsonRows, csv: csvRows });
      const answer = importedView(await importSessions(rows, ports.importSessions), lines);
      refuseAllFailed(answer);
      return json(answer);
    },
  }),
];
