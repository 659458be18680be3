import Papa from "papaparse";
import * as z from "zod";
import { inPieces, type Listed, type Page } from "../../flows/browse/page.ts";
import { preferred } from "./media.ts";
import { cursorOf, pageBody, pageOf } from "./query.ts";
import type { Ports } from "./ports.ts";
import { json, type Asked } from "./route.ts";

export const CSV_TYPE = "text/csv";

/** What a list takes that can also be a table. */
export const tableQuery = () => ({
  format: z
    .enum(["json", "csv"], "must be json or csv")
    .optional()
    .describe(
      "`csv`: a table, as `Accept: text/csv` asks for; without `limit` of all rows, as far as the plan allows.",
    ),
});

/** How the items of a list stand in a table: the names of its columns, and the rows of an item. */
export interface Table<Item> {
  /** The file's name, without its end. */
  file: string;
  columns: string[];
  /** How many rows an item has; without, one. */
  size?: (item: Item) => number;
  rows: (item: Item) => unknown[][];
}

interface TableQuery {
  format?: "json" | "csv" | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** A list to answer: how a page of it is read, the key that its cursor holds, how an item is shown, and its table. */
export interface Listing<Item, Key> {
  list: (page: Page<Key>) => Promise<Listed<Item, Key>>;
  key: () => z.ZodType<Key>;
  view: (item: Item) => unknown;
  /** Made only where a table is wanted: its columns may take every event type's fields. */
  table: () => Table<Item>;
}

type TableAsked = Pick<Asked<TableQuery>, "request" | "query"> & {
  ports: Pick<Ports, "mostCsvRows" | "statementsLeft">;
};

/** Rows that are read for one piece of a stream, and the statements that reading them takes at the most. */
const STREAMED_ROWS = 1000;
const STREAMED_STATEMENTS = 120;

/**
 * A page of a list as JSON, or all of it as a table, as the request would rather have it. A table without `limit` is streamed to
 * its end; where the plan does not allow that, its last line says where it goes on. Throws the 400 Problem.
 */
export async function listAnswer<Item, Key>(
  { request, query, ports }: TableAsked,
  listing: Listing<Item, Key>,
): Promise<Response> {
  const vary = { vary: "accept" };
  const wanted = query.format ?? (preferred(request, ["application/json", CSV_TYPE]) === CSV_TYPE ? "csv" : "json");
  const { list, key, view, table } = listing;
  if (wanted === "json") return json(pageBody(await list(pageOf(query, key)), view), 200, vary);
  const { file, columns, size, rows } = table();
  const { items, next } = await inPieces(
    list,
    pageOf({ ...query, limit: query.limit ?? ports.mostCsvRows }, key),
    query.limit === undefined ? size : undefined,
  );
  const first = items.flatMap(rows);
  if (next === null) return csvFile(file, columns, first, vary);
  const addressOf = (after: Key): URL => nextPage(request, cursorOf(after));
  const address = addressOf(next);
  const linked = { ...vary, link: `<${address.pathname}${address.search}>; rel="next"` };
  if (query.limit !== undefined) return csvFile(file, columns, first, linked);
  const mayReadMore = () => ports.statementsLeft() >= STREAMED_STATEMENTS;
  if (!mayReadMore()) return csvFile(file, columns, [...first, moreRow(columns, address)], linked);

  async function* pieces(from: Key): AsyncGenerator<string> {
    yield csvText(columns, first);
    for (let after: Key | null = from; after !== null;) {
      if (!mayReadMore()) {
        yield csvText(columns, [moreRow(columns, addressOf(after))], false);
        return;
      }
      const piece: Listed<Item, Key> = await inPieces(list, { limit: STREAMED_ROWS, after }, size);
      if (piece.items.length > 0) yield csvText(columns, piece.items.flatMap(rows), false);
      after = piece.next;
    }
  }
  return new Response(streamOf(pieces(next)), { headers: { ...vary, ...fileHeaders(file) } });
}

/** The last line of a table that goes on elsewhere: people who open it in a spreadsheet see no header of the answer. */
const moreRow = (columns: string[], address: URL): unknown[] => [
  `# More rows follow: ${address.href}`,
  ...columns.slice(1).map(() => null),
];

/** Each piece is made when the receiver wants it; what is thrown meanwhile breaks the answer off. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A table as a file to keep. */
export const csvFile = (
  file: string,
  columns: string[],
  rows: unknown[][],
  headers: Record<string, string> = {},
): Response => new Response(csvText(columns, rows), { headers: { ...headers, ...fileHeaders(file) } });

const fileHeaders = (file: string) => ({
  "content-type": `${CSV_TYPE}; charset=utf-8; header=present`,
  "content-disposition": `attachment; filename="${file}.csv"`,
});

/** The address that goes on where this answer ends. */
function nextPage({ url: text }: Request, cursor: string): URL {
  const url = new URL(text);
  url.searchParams.set("cursor", cursor);
  return url;
}

/**
 * What a spreadsheet would take for a formula (OWASP, "CSV Injection"): it gets an apostrophe before it. A text that is a
 * number stays one.
 */
const FORMULA = /^(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+(?:\.\d+)?$))/;

/** Where columns are divided by semicolons a spreadsheet begins a cell behind each, quoted or not. */
const INNER_FORMULA = /([;\t])(?=[=@＝＠]|[+＋－-][\w(])/g;

/** A table as RFC 4180 has it: lines end in CR LF, the first has the columns' names; null is an empty cell. */
const csvText = (fields: string[], data: unknown[][], header = true): string => {
  const cells = { fields, data: data.map((row) => row.map(cellOf)) };
  return `${Papa.unparse(cells, { newline: "\r\n", escapeFormulae: FORMULA, header })}\r\n`;
};

const cellOf = (value: unknown): unknown =>
  typeof value === "string"
    ? value.toWellFormed().replaceAll(INNER_FORMULA, "$1'")
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : value;
