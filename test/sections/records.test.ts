import { expect, test } from "vitest";
import type { RecordsData } from "../../src/sections/records/data.ts";
import { records } from "../../src/sections/records/section.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { inEnglish } from "../support/phrases.ts";
import { polledHistory, watched } from "./watched-past.ts";

const HOUR = 3_600_000;
const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };

/** A record that was polled some hours after the start of the week. */
const past = (name: string, polls: [hours: number, fields: Record<string, string | number>][], createdAt = 0): Past =>
  polledHistory(
    records,
    week,
    watched(`tgt_${name}`, createdAt, name),
    polls.map(([hours, fields]) => ({ at: week.from + hours * HOUR, view: { fields, names: Object.keys(fields) } })),
    { watch: [{ field: "followers" }] },
  );

const conclude = (...pasts: Past[]): RecordsData =>
  records.conclude(
    pasts.map((one) => records.measure(one, week)),
    week,
  );

test("tells which numbers rose and fell, and which milestones were reached", () => {
  const data = conclude(
    past("Maria", [
      [-1, { followers: 900, likeCount: 200, bio: "Hi", created_at: 1 }],
      [100, { followers: 1250, likeCount: 150, bio: "Hello", created_at: 2 }],
    ]),
    past("Kenji", [
      [-1, { followers: 2000 }],
      [100, { followers: 2100 }],
    ]),
  );
  expect(data).toMatchObject({ known: 3, risen: 2, fallen: 1, reached: 1, texts: 1 });
  expect(records.figures(data, inEnglish(week))).toEqual([
    { label: "Numbers up", value: "2", detail: "1 down" },
    { label: "Biggest rise", value: "+38.9%", detail: "Maria: followers" },
    { label: "Milestones", value: "1", detail: "Maria: followers 1,000" },
    { label: "Texts changed", value: "1", detail: null },
  ]);
  expect(records.tables(data, inEnglish(week))).toMatchObject([
    {
      title: "Biggest rises",
      rows: [
        { label: "Maria: followers", value: "900 → 1,250", change: { text: "+38.9%", tone: "up" } },
        { label: "Kenji: followers", value: "2,000 → 2,100", change: { text: "+5%", tone: "up" } },
      ],
    },
    { title: "Biggest falls", rows: [{ label: "Maria: like count", value: "200 → 150", change: { tone: "down" } }] },
    { title: "Milestones", rows: [{ label: "Maria: followers", value: "1,000" }] },
  ]);
  expect(records.fact(data, inEnglish(week))).toMatchObject({ text: "Maria gained 38.9% in followers" });
  expect(records.chart(data, inEnglish(week))).toMatchObject({
    unit: "percent",
    lines: [{ label: "Maria: followers", text: "+38.9%" }, { label: "Kenji: followers" }],
  });
});

test("a record that is new in the period counts from its first number", () => {
  const data = conclude(
    past(
      "Maria",
      [
        [30, { followers: 100 }],
        [100, { followers: 300 }],
      ],
      week.from + 30 * HOUR,
    ),
  );
  expect(data.rises).toMatchObject([{ before: 100, after: 300, percent: 200 }]);
  expect(records.fact(data, inEnglish(week))?.text).toBe("Maria grew threefold in followers");
  expect(records.note(data, inEnglish(week))).toMatch(/^The profiles were watched for/);
});

test("a number that stands still, or is known once, is no change", () => {
  expect(records.note(conclude(past("Maria", [[-1, { followers: 5 }]])), inEnglish(week))).toBe("No number changed.");
  const once = conclude(past("Maria", [[167.9, { followers: 5 }]]));
  expect(once.known).toBe(0);
  expect(records.note(once, inEnglish(week))).toBe("Not enough data yet to compare numbers.");
});

test("a number that starts at zero has no percentage", () => {
  const data = conclude(
    past("Maria", [
      [-1, { plays: 0 }],
      [100, { plays: 50 }],
    ]),
  );
  expect(data.rises).toMatchObject([{ percent: null }]);
  expect(records.tables(data, inEnglish(week))[0]!.rows[0]).toMatchObject({ value: "0 → 50", change: null });
  expect(records.chart(data, inEnglish(week))).toBe(null);
});
