import { expect, test } from "vitest";
import { csvRows } from "./csv-rows.ts";

test("a line longer than any row is refused before it is split into cells", () => {
  const line = (length: number) => `kind,name\nlive,${"n".repeat(length)}\n`;
  expect(csvRows(line(60_000), 10).rows).toHaveLength(1);
  const longest = 64 * 1024 - "live,".length;
  expect(csvRows(line(longest), 10).rows).toHaveLength(1);
  expect(() => csvRows(line(longest + 1), 10)).toThrow("a line of more than 64 KB");
  expect(() => csvRows(line(70_000), 10)).toThrow("a line of more than 64 KB");
});
