import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/support/runs.ts";
import {
  decimalMarkIn,
  writtenCount,
  writtenDecimal,
  writtenNumber,
  type DecimalMark,
  decimalOf,
  movedBy,
} from "./written-number.ts";

test.each<[string, number, [number, number] | null]>([
  ["0", 0, null],
  ["12.50", 12.5, null],
  ["1.299,00", 1299, null],
  ["1,299.00", 1299, null],
  ["1,234,567", 1_234_567, null],
  ["12,34,567", 1_234_567, null],
  ["1 234 567,5", 1_234_567.5, null],
  ["1\u202f299", 1299, null],
  ["1’299.50", 1299.5, null],
  ["0.299", 0.299, null],
  ["1299.500", 1299.5, null],
  ["1.299.000", 1_299_000, null],
  ["-3", -3, null],
  ["\u22123,5", -3.5, null],
  ["+12", 12, null],
  ["１２３", 123, null],
  [" $12.50 ", 12.5, null],
  ["12,50 €", 12.5, null],
  ["R$ 1.299,00", 1299, null],
  ["Rp1.299.000", 1_299_000, null],
  ["9.9K", 9900, [9850, 10_000]],
  ["1.2M", 1_200_000, [1_150_000, 1_300_000]],
  ["1.25m", 1_250_000, [1_245_000, 1_260_000]],
  ["10K", 10_000, [9500, 11_000]],
  ["9,9 mil", 9900, [9850, 10_000]],
  ["1,2 mil M", 1_200_000_000, [1_150_000_000, 1_300_000_000]],
  ["1,2 Mio.", 1_200_000, [1_150_000, 1_300_000]],
  ["9.9万", 99_000, [98_500, 100_000]],
  ["1億2,000万", 120_000_000, [119_995_000, 120_010_000]],
  ["3万5", 30_005, null],
  ["10K+", 10_000, [10_000, Infinity]],
])("%j is a number", (text, value, range) => {
  expect(writtenNumber(text, null)).toEqual({ value, range });
});

test.each([
  "",
  " ",
  "K",
  "007",
  "1.2.3",
  "2026.11.27",
  "27.11.2026",
  "12:30",
  "12%",
  "9 views",
  "1 2",
  "1,2,3",
  "1.299.00",
  "--3",
  "-9.9K",
  "1e5",
  "12x",
  "ask the seller",
  "12 to 15",
  "万",
  "5万3億",
  "1234567890123456",
  `1${"0".repeat(60)}`,
])("%j is none", (text) => {
  expect(writtenNumber(text, null)).toBeNull();
});

test("of a text that may mean two numbers, its neighbours say which", () => {
  expect(["1.299", "1,299", "1.299K"].map((text) => writtenNumber(text, null))).toEqual([null, null, null]);
  const read = (text: string, ...neighbours: string[]) => writtenNumber(text, decimalMarkIn(neighbours))?.value;
  expect([read("1.299", "899,00"), read("1.299", "899.5"), read("1,299", "12.5"), read("1,299", "0,5")]).toEqual([
    1299, 1.299, 1299, 1.299,
  ]);
  expect([read("1.299", "1.299.000"), read("1.299", "9,9 mil"), read("1.299", "12.50 €")]).toEqual([1299, 1299, 1.299]);
  // They say nothing, or contradict each other.
  expect(["1.234", "12", "1.2.3", "27.11.2026", "title, with a comma"].map((text) => decimalMarkIn([text]))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  expect(decimalMarkIn(["1,5", "1.5", "1.299"])).toBeNull();
  // Earlier answers may have said it; they are asked only if a text needs it.
  const requested: string[] = [];
  const known = (): DecimalMark => (requested.push("asked"), ",");
  expect([decimalMarkIn(["12", "1.5"], known), decimalMarkIn(["12"], known), requested.length]).toEqual([".", null, 0]);
  expect([decimalMarkIn(["1.299"], known), decimalMarkIn(["1,5", "1.5", "1.299"], known)]).toEqual([",", ","]);
});

test("what formats of languages write is read, within its precision", () => {
  const languages = ["en", "de", "es", "fr", "id", "ja", "pt-BR", "vi", "ko", "zh", "ru", "de-CH"];
  const met = { short: 0, exact: 0, unclear: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.integer({ min: 0, max: 899_999_999 }),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 2 }),
      (language, count, power, digits) => {
        const number = Math.floor(count / 10 ** power);
        const short = { notation: "compact", maximumFractionDigits: digits } as const;
        const text = new Intl.NumberFormat(language, short).format(number);
        const read = writtenNumber(text, null);
        // Three digits after a mark may be a thousand.
        if (/^\d{1,3}[.,]\d{3}$/.test(text)) met.unclear += 1;
        else if (read?.range === null) {
          met.exact += 1;
          expect([text, read.value]).toEqual([text, number]);
        } else {
          met.short += 1;
          expect([text, read!.range![0] <= number && number < read!.range![1]]).toEqual([text, true]);
        }
        const price = number + 0.25;
        const exact = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(price);
        expect([exact, writtenNumber(exact, null)?.value]).toEqual([exact, price]);
      },
    ),
    { numRuns: runs(20_000, 2000) },
  );
  for (const [name, times] of Object.entries(met)) expect([name, times > 20]).toEqual([name, true]);
});

test("no text takes long", () => {
  const texts = [
    "1".repeat(1e6),
    "1,".repeat(5e5),
    " ".repeat(1e6),
    "1 ".repeat(20),
    "9.9 ".repeat(10),
    "1万".repeat(20),
  ];
  for (const text of texts) expect([text.slice(0, 9), writtenNumber(text, null)]).toEqual([text.slice(0, 9), null]);
});

test("counts are rounded, decimals keep their digits", () => {
  expect([writtenCount("9.9K"), writtenCount("1,5"), writtenCount("-3"), writtenCount(5), writtenCount("x")]).toEqual([
    9900,
    2,
    null,
    null,
    null,
  ]);
  expect([writtenDecimal("1.299,00", "."), writtenDecimal("1.299", ","), writtenDecimal("1.299", ".")]).toEqual([
    ["1299", "00"],
    ["1299", ""],
    ["1", "299"],
  ]);
  expect(["9.9K", "-1", "x", "10+"].map((text) => writtenDecimal(text, "."))).toEqual([null, null, null, null]);
});

test.each([
  ["53", "53"],
  ["53.00", "53"],
  ["23.8", "23.8"],
  ["23.80", "23.8"],
  ["1,234.50", "1234.5"],
  ["0.99", "0.99"],
  ["007.5", "7.5"],
  [" 5. ", "5"],
  [19.99, "19.99"],
  ["0.00", null],
  [0, null],
  ["", null],
  ["-5", null],
  ["1e3", null],
  ["12,5", "12.5"],
  ["1.299,00", "1299"],
  ["R$ 1.299,00", "1299"],
  ["9.9K", null],
  ["ask us", null],
  [null, null],
  [Number.NaN, null],
])("decimalOf %j", (value, expected) => expect(decimalOf(value)).toBe(expected));

test("the decimal mark of its neighbours says what a price means", () => {
  expect([decimalOf("1.299"), decimalOf("1.299", ","), decimalOf("1,299", ",")]).toEqual(["1.299", "1299", "1.299"]);
  expect([decimalOf(1.5, ","), decimalOf("12.50", ",")]).toEqual(["1.5", "12.5"]);
});

test.each([
  ["100", "101", 1, true],
  ["100", "100.99", 1, false],
  ["0.3", "0.297", 1, true],
  ["49.99", "50.4899", 1, true],
  ["49.99", "50.4898", 1, false],
  ["100", "99", 1, true],
  ["100", "100.5", 0.5, true],
  ["100", "100", 0.1, false],
])("%s to %s is moved by %d percent: %s", (before, after, percent, expected) => {
  expect(movedBy(before, after, percent)).toBe(expected);
});
