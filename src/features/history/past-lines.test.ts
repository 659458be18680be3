import { expect, test } from "vitest";
import { daysFirst, MAX_LINES, pastLines, timeIn } from "./past-lines.ts";

const read = (text: string) => pastLines(text).lines.map(({ who, startedAt, endedAt }) => [who[0], startedAt, endedAt]);

test("a sheet's columns are found by their heads, in any order and language", () => {
  const rows: [string, unknown][] = [
    [
      "handle,startedAt,endedAt\n@maria,2026-03-01T20:00:00Z,2026-03-01T22:30:00Z",
      ["@maria", "2026-03-01T20:00:00Z", "2026-03-01T22:30:00Z"],
    ],
    [
      "Datum;Name;Beginn;Ende\n01.03.2026;Lena Winter;20:15;00:30",
      ["Lena Winter", "2026-03-01T20:15", "2026-03-02T00:30"],
    ],
    ["Streamer\tStart Time\nhttps://www.example.com/@kenji\t3/14/2026 8:05 PM", ["kenji", "2026-03-14T20:05", null]],
    ["end,user_id,start\n,7012,1772395200", ["7012", "2026-03-01T20:00:00.000Z", null]],
  ];
  for (const [text, row] of rows) expect([text, read(text)]).toEqual([text, [row]]);
});

test("a log's lines are starts, each with the end that follows of the same creator", () => {
  const log = [
    "bot started",
    "[2026-03-01 20:00:13] maria is live!",
    "[2026-03-01 20:10:00] @kenji went live",
    "[2026-03-01 22:01:00] maria went offline",
    "[2026-03-02 20:00:00] maria is live",
  ].join("\n");
  expect(pastLines(log).lines.map(({ line, startedAt, endedAt }) => [line, startedAt, endedAt])).toEqual([
    [2, "2026-03-01T20:00:13", "2026-03-01T22:01:00"],
    [3, "2026-03-01T20:10:00", null],
    [5, "2026-03-02T20:00:00", null],
  ]);
  expect(pastLines(log).lines[1]!.who[0]).toBe("@kenji");
});

test("days and months are told apart by the rest of the text, or not at all", () => {
  expect(daysFirst("3/4/2026 13/4/2026")).toBe(true);
  expect(daysFirst("3/4/2026 4/13/2026")).toBe(false);
  expect([daysFirst("3/4/2026"), daysFirst("13/4/2026 4/13/2026")]).toEqual([null, null]);
  expect(timeIn("3/4/2026 20:00", null)).toBeUndefined();
  expect(pastLines("maria 3/4/2026 20:00").lines[0]!.ambiguous).toBe(true);
  expect(timeIn("12:30", null)).toBeNull();
  expect(timeIn("1/2/2026 12:05 am", false)).toBe("2026-01-02T00:05");
});

test("what is no stream is none, and a long text ends", () => {
  expect(pastLines("").lines).toEqual([]);
  expect(pastLines("maria was here\nnothing else").lines).toEqual([]);
  expect(pastLines("x 2026-03-01 20:00\n".repeat(MAX_LINES + 500)).lines).toHaveLength(MAX_LINES + 1);
  expect(pastLines(`${"a".repeat(1_000_000)} 2026-03-01 20:00`).lines).toEqual([]);
});
