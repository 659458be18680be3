import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { spokenHours } from "../../core/duration.ts";
import { LANGUAGES } from "../../core/language.ts";
import { barePercent, grouped, shortNumber } from "../../core/numbers-as-text.ts";
import type { ReportRow } from "../../core/report.ts";
import { markdown } from "../dialects/discord/content.ts";
import { mrkdwn } from "../dialects/slack/mrkdwn.ts";
import { sparkLine } from "./cards.ts";
import { tableLines, tableText, widthOf } from "./table.ts";

/** Blanks that don't break are written as others. */
const blanks = (text: string): string => text.replaceAll(/\s/g, " ");

const row = (
  label: string,
  value: string,
  change: string | null = null,
  spark: ReportRow["spark"] = null,
): ReportRow => ({
  label,
  value,
  change: change === null ? null : { text: change, tone: change.startsWith("−") ? "down" : "up" },
  spark,
});

test("columns are aligned, with the bar chart last", () => {
  const rows = [
    row("Bigfoot", "12 h 30 m", "+20 %", [1, 2, 3, 4, 5, 6, 7]),
    row("Maria", "48 m", "−8 %", [7, null, 1]),
    row("Zoé", "1 h 05 m"),
  ];
  expect(tableLines(rows)).toEqual([
    "Bigfoot 12 h 30 m +20 % ▁▂▃▅▆▇█",
    "Maria        48 m  −8 % █·▁",
    "Zoé      1 h 05 m",
  ]);
});

test("wide characters and emoji count as two columns, accents as none, and names are cut between graphemes", () => {
  const rows = [
    row("田中さんのゲーム実況チャンネル", "5 m", "+1 %", [1, 2]),
    row("e\u0301a", "4 m"),
    row("👩‍👩‍👧‍👦".repeat(9), "3 m"),
  ];
  const lines = tableLines(rows);
  expect(lines[2]!.isWellFormed()).toBe(true);
  const upToValue = lines.map((line) => widthOf(/^.*? m/.exec(line)![0]));
  expect(new Set(upToValue).size).toBe(1);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(38);
  expect(lines[2]).toContain("👩‍👩‍👧‍👦");
});

test("no name is cut to another one of the table, and names have room before the bar chart", () => {
  const rows = [
    row("#thecatsdaily947", "12.2B views · trend", "×1,647", [1, 2, 3, 4, 5, 6, 7, 8]),
    row("#thecats", "98.3B views · trend", "+44.5%", [1, 2, 3, 4, 5, 6, 7, 8]),
  ];
  const labelled = (all: ReportRow[]) => tableLines(all).map((line) => line.split(" ")[0]);
  expect(labelled(rows)).toEqual(["#thecatsda…", "#thecats"]);
  const short = rows.map((one) => ({ ...one, value: "12.2B" }));
  expect(labelled(short)).toEqual(["#thecatsdaily947", "#thecats"]);
});

test("the bar chart is dropped if names need the space", () => {
  const [line] = tableLines([
    row("A creator with a long name", "1,234,567,890,123", "+1,234,567 %", [1, 2, 3, 4, 5, 6, 7, 8]),
  ]);
  expect(line).toBe("A creator with a long name\n  1,234,567,890,123 +1,234,567 %");
  const [besides] = tableLines([row("A creator of many words", "1,234,567", "+1 %", [1, 2, 3, 4, 5, 6, 7, 8])]);
  expect(besides).toBe("A creator of many words 1,234,567 +1 %");
});

test("an arrow shows the direction, unless the text has a sign", () => {
  const change = (text: string, tone: "up" | "down" | "flat") =>
    tableLines([{ ...row("a", "1"), change: { text, tone } }]);
  expect(change("3 places", "up")).toEqual(["a 1 ▲ 3 places"]);
  expect(change("3 places", "down")).toEqual(["a 1 ▼ 3 places"]);
  expect(change("+3", "up")).toEqual(["a 1 +3"]);
  expect(change("same", "flat")).toEqual(["a 1 same"]);
});

test("a right-to-left name leaves the numbers in place", () => {
  expect(tableLines([row("שלום", "12")])).toEqual(["\u200eשלום\u200e 12"]);
});

test("rows that are left out are counted", () => {
  const table = { title: "Most *airtime*", rows: [row("a", "1"), row("b", "2"), row("c", "3")], more: 4 };
  expect(tableText(table, "en", markdown)(2)).toBe("**Most \\*airtime\\***\n```\na 1\nb 2\n+5 more\n```");
  expect(tableText(table, "en", mrkdwn)(3)).toBe("*Most ∗airtime∗*\n```a 1\nb 2\nc 3\n+4 more```");
  expect(tableText({ ...table, rows: [] }, "en", markdown)(3)).toBe("**Most \\*airtime\\***\n*+4 more*");
  expect(tableText({ title: "", rows: [], more: 0 }, "en", mrkdwn)(3)).toBe("");
});

test("a name cannot end its block, mention or link", () => {
  const table = { title: "", rows: [row("```@everyone", "<!here>"), row("https://e.com/a", "&")], more: 0 };
  expect(tableText(table, "en", markdown)(9)).toBe(
    "```\nˋˋˋ@\u200beveryone    <!here>\nhttps:\u200b//e.com\u200b/a       &\n```",
  );
  expect(tableText(table, "en", mrkdwn)(9)).toBe(
    "```ˋˋˋ@\u200beveryone    &lt;!here&gt;\nhttps:\u200b//e.com\u200b/a       &amp;```",
  );
});

test.each<[string, (number | null)[], string]>([
  ["rises", [1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█"],
  ["is flat", [5, 5, 5], "▄▄▄"],
  ["has gaps", [null, 1, null, 2], "·▁·█"],
  ["is one value", [3], "▄"],
  ["is empty", [], ""],
  ["was never seen", [null, null], ""],
  ["is no number", [Number.NaN, Number.POSITIVE_INFINITY, 1], "··▄"],
  ["is as far apart as numbers are", [-Number.MAX_VALUE, 0, Number.MAX_VALUE], "▁▅█"],
  ["is a month", Array.from({ length: 30 }, (_, day) => day), "▁▂▃▄▅▆▇█"],
])("a line of values that %s", (_, values, line) => {
  expect(sparkLine(values)).toBe(line);
});

test("names with the same beginning are cut there", () => {
  const rows = ["Daily", "Weekly", "Weekly Gifts"].map((ranking) =>
    row(`Kenji Plays the Guitar · ${ranking}`, "#12 → #3", "▲9", [1, 2, 3, 4, 5, 6, 7, 8]),
  );
  const labels = tableLines(rows).map((line) => line.slice(0, 25).trimEnd());
  expect(labels).toEqual(["Kenji Plays t…Daily", "Kenji Plays t…Weekly", "Kenji Plays t…Weekly Gift"]);
});

test("a value that is too long loses whole parts", () => {
  const row = { label: "Maria", value: "116 Std. 22 Min. · 14 Tage im Mai", change: null, spark: null };
  expect(tableLines([row])).toEqual(["Maria 116 Std. 22 Min."]);
});

test("no number is cut: value and change get a line of their own where names would vanish", () => {
  expect(
    tableLines([
      row("Kenji Plays the Guitar", "21 Std. 22 Min.", "−17 Std. 41 Min."),
      row("Bo", "9 Min.", "+9,4 Mio. mehr"),
    ]),
  ).toEqual([
    "Kenji Plays the Guitar\n  21 Std. 22 Min. −17 Std. 41 Min.",
    "Bo\n           9 Min. ▲ +9,4 Mio. mehr".replace("▲ ", "  "),
  ]);
  expect(tableLines([row("Kenji", "1,234,567,890,123,456,789", "+1,234,567,890,123,456,789 %")])).toEqual([
    "Kenji\n  1,234,567,890,123,456,789\n  +1,234,567,890,123,456,789 %",
  ]);
});

test("value and change are on one line as far as it is wide enough", () => {
  const of = (width: number) => tableLines([row("Kenji Plays", "1".repeat(20), `+${"2".repeat(width - 21)}`)])[0]!;
  expect([of(35), of(36)].map((text) => text.split("\n").length)).toEqual([2, 3]);
  expect(widthOf(of(35).split("\n")[1]!)).toBe(38);
});

test("in every language, all numbers of a table's rows are in its text, however long they are", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.array(fc.tuple(fc.string({ maxLength: 60 }), fc.nat(4e9), fc.integer({ min: -4e9, max: 4e9 }), fc.nat(400)), {
        minLength: 1,
        maxLength: 10,
      }),
      (language, drawn) => {
        const rows = drawn.map(([label, ms, by, days], place): ReportRow => {
          const numbers = place % 3;
          const text =
            numbers === 0
              ? spokenHours(language, Math.abs(by))
              : numbers === 1
                ? shortNumber(language, by)
                : barePercent(language, by);
          return {
            label,
            value: `${spokenHours(language, ms)} · ${grouped(language, days)}`,
            change: by === 0 ? null : { text, tone: by > 0 ? "up" : "down" },
            spark: null,
          };
        });
        const lines = tableLines(rows);
        for (const [place, { value, change }] of rows.entries()) {
          expect(lines[place]).toContain(blanks(value.split(" · ")[0]!));
          if (change !== null) expect(lines[place]).toContain(blanks(change.text));
          // A line is wider only if it has nothing but one number.
          for (const line of lines[place]!.split("\n").slice(1))
            expect(widthOf(line) <= 38 || line.trim() === blanks(value) || line.trim() === blanks(change!.text)).toBe(
              true,
            );
          for (const line of lines[place]!.split("\n")) expect(line).not.toMatch(/[\d.,]…/);
        }
      },
    ),
    { numRuns: runs(2000, 200) },
  );
});
