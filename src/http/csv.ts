import Papa from "papaparse";
import * as z from "zod";
import { inPieces, type Listed, type Page } from "../core/page.ts";
import { cursorOf, pageBody, pageOf } from "./query.ts";
import type { CorePorts } from "./ports.ts";
import { json, type RouteContext } from "./route.ts";
import { preferred } from "./headers.ts";

export const CSV_TYPE = "text/csv";

/** Query parameters of a list that is also available as a table. */
export const tableQuery = () => ({
  format: z
    .enum(["json", "csv"], "must be json or csv")
    .optional()
    .describe(
      "`csv` returns a table, like `Accept: text/csv`; without `limit` it has up to 25,000 rows, as far as the plan allows, and its last line links to the rest.",
    ),
});

/** The table form of a list: its columns, and the rows of an item. */
export interface Table<Item> {
  /** Name of the file, without extension. */
  file: string;
  columns: string[];
  /** Number of rows of an item; 1 if undefined. */
  size?: (item: Item) => number;
  rows: (item: Item) => unknown[][];
}

interface TableQuery {
  format?: "json" | "csv" | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** How to answer a list: reads a page, parses the cursor's key, serializes an item, and builds its table. */
export interface Listing<Item, Key> {
  list: (page: Page<Key>) => Promise<Listed<Item, Key>>;
  key: () => z.ZodType<Key>;
  view: (item: Item) => unknown;
  /** Built only for a table, because its columns can include the fields of all event types. */
  table: () => Table<Item>;
}

type TableContext = Pick<RouteContext<unknown, TableQuery>, "request" | "query"> & {
  ports: Pick<CorePorts, "mostCsvRows" | "statementsLeft">;
};

/** Rows in a chunk of a streamed table, so that others need not wait long, and the most statements that one takes. */
const STREAMED_ROWS = 500;
const STREAMED_STATEMENTS = 120;

/** Rows after which a streamed table ends. */
const MAX_STREAMED_ROWS = 25_000;

/**
 * Answers a page of a list as JSON, or the list as a table, as the request prefers. A table without `limit` is streamed
 * to its end. If it is longer than an answer may be, or the plan does not allow that, its last line links to the rest.
 * Throws the 400 Problem.
 */
export async function listAnswer<Item, Key>(
  { request, query, ports }: TableContext,
  listing: Listing<Item, Key>,
): Promise<Response> {
  const vary = { vary: "accept" };
  const wanted = query.format ?? (preferred(request, ["application/json", CSV_TYPE]) === CSV_TYPE ? "csv" : "json");
  const { list, key, view, table } = listing;
  if (wanted === "json") return json(pageBody(await list(pageOf(query, key)), view), 200, vary);
  const { file, columns, size, rows } = table();
  const mayReadMore = () => ports.statementsLeft() >= STREAMED_STATEMENTS;
  const begin = mayReadMore() ? Math.min(ports.mostCsvRows, STREAMED_ROWS) : ports.mostCsvRows;
  const { items, next } = await inPieces(
    list,
    pageOf({ ...query, limit: query.limit ?? begin }, key),
    query.limit === undefined ? size : undefined,
  );
  const first = items.flatMap(rows);
  if (next === null) return csvFile(file, columns, first, vary);
  const addressOf = (after: Key): URL => nextPage(request, cursorOf(after));
  const address = addressOf(next);
  const linked = { ...vary, link: `<${address.pathname}${address.search}>; rel="next"` };
  if (query.limit !== undefined) return csvFile(file, columns, first, linked);
  const roomAfter = (count: number) =>
    Math.min(STREAMED_ROWS, (mayReadMore() ? MAX_STREAMED_ROWS : ports.mostCsvRows) - count);
  if (roomAfter(first.length) <= 0) return csvFile(file, columns, [...first, moreRow(columns, address)], linked);

  async function* pieces(from: Key): AsyncGenerator<string> {
    yield csvText(columns, first);
    let count = first.length;
    for (let after: Key | null = from; after !== null;) {
      const room = roomAfter(count);
      if (room <= 0) {
        yield csvText(columns, [moreRow(columns, addressOf(after))], false);
        return;
      }
      const piece: Listed<Item, Key> = await inPieces(list, { limit: room, after }, size);
      const more = piece.items.flatMap(rows);
      count += more.length;
      if (more.length > 0) yield csvText(columns, more, false);
      after = piece.next;
    }
  }
  return new Response(streamOf(pieces(next)), { headers: { ...vary, ...fileHeaders(file) } });
}

/** The last line of an incomplete table. A spreadsheet does not show the link header. */
const moreRow = (columns: string[], address: URL): unknown[] => [
  `# More rows follow: ${address.href}`,
  ...columns.slice(1).map(() => null),
];

/** Produces each chunk on demand. An error aborts the answer. */
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

/** A table as a download. */
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

/** The address of the next page. */
function nextPage({ url: text }: Request, cursor: string): URL {
  const url = new URL(text);
  url.searchParams.set("cursor", cursor);
  return url;
}

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, "CSV Injection"). Numbers stay
 * unchanged.
 */
const FORMULA = /^(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+(?:\.\d+)?$))/;

/** With semicolons as separators, a spreadsheet starts a cell after each one, even inside quotes. */
const INNER_FORMULA = /([;\t])(?=[=@＝＠]|[+＋－-][\w(])/g;

/** A table as RFC 4180 defines it: lines end with CR LF, the first has the column names, null is an empty cell. */
export const csvText = (fields: string[], data: unknown[][], header = true): string => {
  const cells = { fields, data: data.map((row) => row.map(cellOf)) };
  return `${Papa.unparse(cells, { newline: "\r\n", escapeFormulae: FORMULA, header })}\r\n`;
};

const cellOf = (value: unknown): unknown =>
  typeof value === "string"
    ? value.toWellFormed().replaceAll(INNER_FORMULA, "$1'")
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : value;
