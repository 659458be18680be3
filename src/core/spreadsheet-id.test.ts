import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import { spreadsheetId } from "./spreadsheet-id.ts";

const ID = "7012345678901234568";

test.each([
  ID,
  `="${ID}"`,
  `"=""${ID}"""`.slice(1, -1),
  `=T("${ID}")`,
  `=${ID}`,
  `'${ID}`,
  `’ ${ID}`,
  "7,012,345,678,901,234,568",
  "7.012.345.678.901.234.568",
  "7 012 345 678 901 234 568",
  "7\u202f012\u202f345\u202f678\u202f901\u202f234\u202f568",
  "7'012'345'678'901'234'568",
  `${ID}.0`,
  `${ID},00`,
  "7,012,345,678,901,234,568.00",
  `\u00a0\u2003${ID}\u3000`,
  `\u202d${ID}\u202c`,
  "\uff17012345678901234568",
])("%j is the id that it was", (cell) => {
  expect(spreadsheetId(cell)).toEqual({ id: ID });
});

test.each([
  ["7.01235E+18", "shortened"],
  ["7,01235E+18", "shortened"],
  ["7.012345678901235E18", "shortened"],
  ["7e+18", "shortened"],
  ["1.2345678901234568E+16", "shortened"],
  ["7012345678901234688.0", "shortened"],
  ["7012345678901230000", "rounded"],
  ["7,012,345,678,901,230,000", "rounded"],
  ["7012345678901230000.00", "rounded"],
  ["1234567890120000", "rounded"],
  ["########", "error"],
  ["#N/A", "error"],
  ["#ZAHL!", "error"],
])("%j lost something: %s", (cell, lost) => {
  expect(spreadsheetId(cell)).toEqual({ lost });
});

test.each([
  ["'7012345678901230000", "7012345678901230000"],
  ["'7012345678901230000'", "7012345678901230000"],
  ['="7012345678901230000"', "7012345678901230000"],
  ["123456789120000", "123456789120000"],
  ["7.01235E+5", "701235"],
  ["1.23456789012345E+14", "123456789012345"],
  ["12,345", "12345"],
  ["12345.0", "12345"],
  ["1,000", "1000"],
  ["007", "007"],
])("%j is certain", (cell, id) => {
  expect(spreadsheetId(cell)).toEqual({ id });
});

test.each([
  "",
  "maria",
  "@maria",
  "7e5",
  "1.2E5",
  "12.5",
  "1,2345",
  "1,234.567",
  "#maria",
  "#1",
  "-5",
  "7.5E+0",
  "1 2",
])("%j is no id of a spreadsheet", (cell) => {
  expect(spreadsheetId(cell)).toBeNull();
});

/** Ways of a spreadsheet to write an id, and what each keeps of it. */
const WAYS: [name: string, write: (id: string) => string, keeps: (id: string) => boolean | "doubt"][] = [
  ["plain", (id) => id, (id) => (id.length > 15 && id.endsWith("0000") ? "doubt" : true)],
  ["formula", (id) => `="${id}"`, () => true],
  ["mark", (id) => `'${id}`, () => true],
  [
    "groups",
    (id) => id.replaceAll(/\B(?=(\d{3})+$)/g, ","),
    (id) => (id.length > 15 && id.endsWith("0000") ? "doubt" : true),
  ],
  ["rounded to 15 digits", (id) => id.slice(0, 15).padEnd(id.length, "0"), (id) => id.length <= 15],
  [
    "scientific",
    (id) => `${(Number(id) / 10 ** (id.length - 1)).toFixed(5)}E+${id.length - 1}`,
    (id) => id.length === 6,
  ],
];

test("no id is changed: each is read as it was, or refused with what was lost", () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(fc.stringMatching(/^[1-8]\d{5,18}(?:0000)?$/), fc.constantFrom(...WAYS), (id, [name, write, keeps]) => {
      const read = spreadsheetId(write(id));
      const stored = keeps(id);
      const outcome = read === null ? "none" : "id" in read ? "id" : "lost";
      met.set(`${name} ${outcome}`, (met.get(`${name} ${outcome}`) ?? 0) + 1);
      if (stored === true) expect(read).toEqual({ id });
      else if (name === "rounded to 15 digits" && id.length < 19) {
        // Fewer than four zeros prove nothing.
        expect(read).not.toBeNull();
      } else expect(outcome).toBe("lost");
    }),
    { numRuns: runs(20_000, 600) },
  );
  expect([...met.keys()]).toEqual(
    expect.arrayContaining(["plain lost", "groups id", "formula id", "scientific lost", "rounded to 15 digits lost"]),
  );
});
