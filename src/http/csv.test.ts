import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Page } from "../core/page.ts";
import { listAnswer } from "./csv.ts";

const ADDRESS = "https://tally.example/v1/numbers?format=csv";

/** The numbers from `count` down to 1, a row each. Reading a page takes `cost` statements. */
function numbers(count: number, most: number, statements: number, cost: number) {
  let left = statements;
  return (address: string, limit?: number) => {
    left = statements;
    const cursor = new URL(address).searchParams.get("cursor") ?? undefined;
    const requested = {
      request: new Request(address),
      query: { format: "csv" as const, cursor, limit },
      ports: { mostCsvRows: most, statementsLeft: () => left },
    };
    return listAnswer(requested, {
      async list({ limit: size, after }: Page<[number]>) {
        left -= cost;
        const from = after === null ? count : after[0] - 1;
        const items = Array.from({ length: Math.min(size, Math.max(0, from)) }, (_, index) => from - index);
        const last = items.at(-1);
        return { items, next: last === undefined || last === 1 ? null : ([last] as [number]) };
      },
      key: () => z.tuple([z.int()]),
      view: (one) => one,
      table: () => ({ file: "numbers", columns: ["n", "note"], rows: (one) => [[one, 'a, "b"']] }),
    });
  };
}

/** The rows of a table and the link in its last line. Throws if it is not a table. */
function readTable(text: string): { rows: number[]; more: string | null } {
  const [header, ...lines] = Papa.parse(text.trimEnd(), { delimiter: ",", preview: 0 }).data;
  expect(header).toEqual(["n", "note"]);
  for (const line of lines) expect(line).toHaveLength(2);
  const more = /^# More rows follow: (.*)$/.exec(lines.at(-1)?.[0] ?? "")?.[1] ?? null;
  return { rows: (more === null ? lines : lines.slice(0, -1)).map(([n]) => Number(n)), more };
}

test("a table has every row, or its last line links to the rest, whatever the plan allows", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 100, max: 1500 }),
      fc.integer({ min: 50, max: 900 }),
      fc.integer({ min: 1, max: 6 }),
      async (count, most, statements, cost) => {
        const ask = numbers(count, most, statements, cost);
        const seen: number[] = [];
        for (let address: string | null = ADDRESS; address !== null;) {
          const response: Response = await ask(address);
          expect(response.headers.get("content-disposition")).toBe('attachment; filename="numbers.csv"');
          const { rows, more } = readTable(await response.text());
          if (more !== null) expect(rows.length).toBeGreaterThanOrEqual(Math.min(most, count));
          seen.push(...rows);
          const link = /^<([^>]*)>/.exec(response.headers.get("link") ?? "")?.[1];
          if (link !== undefined) expect(new URL(link, ADDRESS).href).toBe(more);
          address = more;
        }
        expect(seen).toEqual(Array.from({ length: count }, (_, index) => count - index));
      },
    ),
    { numRuns: 25 },
  );
});

test("a table with a limit has that many rows and a link header", async () => {
  const response = await numbers(30, 10, 1000, 1)(ADDRESS, 20);
  expect(response.headers.get("link")).toContain("cursor=");
  expect(readTable(await response.text())).toEqual({
    rows: Array.from({ length: 20 }, (_, index) => 30 - index),
    more: null,
  });
});

test("reading stops when the client disconnects", async () => {
  const ask = numbers(5000, 10, 100_000, 1);
  const reader = (await ask(ADDRESS)).body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^n,note\r\n5000,/);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
