import { describe, expect, test } from "vitest";
import type { Chart } from "../../src/core/chart.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { measuredSections, type MeasuredSection } from "../../src/sections/registry.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { generatedHistories } from "./generated-history.ts";
import { inEnglish } from "../support/phrases.ts";
import { runs } from "../support/runs.ts";

const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };
const frames: Record<string, Frame> = {
  week,
  "half a day": { ...week, from: week.to - 43_200_000, timezone: "Asia/Kolkata" },
  "a month so far": {
    from: Date.UTC(2026, 10, 1),
    to: Date.UTC(2026, 10, 16, 8),
    timezone: "UTC",
    before: { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 16, 8) },
  },
  "a month": { ...week, from: Date.UTC(2026, 9, 16, 7), timezone: "America/New_York" },
};
const kilobytes = (data: JsonObject): number => new TextEncoder().encode(JSON.stringify(data)).length / 1000;

const concluded = (section: MeasuredSection, histories: Past[], frame: Frame): JsonObject =>
  section.conclude(
    histories.map((history) => section.measure(history, frame)),
    frame,
  ) as JsonObject;

/** Everything that people read or hear of a section. */
function textsOf(section: MeasuredSection, data: JsonObject, chart: Chart | null): string {
  return JSON.stringify([
    section.figures(data, inEnglish(week)),
    section.tables(data, inEnglish(week)),
    section.fact(data, inEnglish(week)),
    section.note(data, inEnglish(week)),
    { ...chart, ticks: [] },
  ]);
}

/** The targets that there may be. */
const MOST = 10_000;

const WORST = "漢\u0301\ud800\u202e".repeat(1000);

/** The same with the worst of names and titles. */
function worst(value: Json): Json {
  if (Array.isArray(value)) return value.map(worst);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === "name" || key === "title" ? WORST : worst(one)]),
  );
}

function checkNumbers(value: Json, path = ""): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${path} is ${value}`);
  if (value === undefined) throw new Error(`${path} is undefined`);
  if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) checkNumbers(one as Json, `${path}/${key}`);
}

describe.each(Object.entries(measuredSections))("the section %s", (name, section) => {
  test("goes by its name, and reads a kind and events that there are", () => {
    expect(section.name).toBe(name);
    expect(Object.keys(targetKinds)).toContain(section.kind);
    for (const [type, fields] of Object.entries(section.events))
      for (const field of fields) expect(eventTypes[type]?.fields().shape, type).toHaveProperty(field);
  });

  describe.each(Object.entries(frames))("over %s", (_, frame) => {
    const histories = generatedHistories(name, 60, 7, frame);
    const data = concluded(section, histories, frame);
    const chart = section.chart(data, inEnglish(frame)) as Chart | null;

    test("asks for a past that ends with the period", () => {
      const grid = section.grid(frame);
      expect(section.eventsFrom(frame)).toBeLessThanOrEqual(frame.from);
      if (grid.length > 0) expect([grid.at(-1), Math.max(...grid)]).toEqual([frame.to, frame.to]);
      expect(grid.length > 0).toBe(section.series.length > 0);
    });

    test("concludes JSON", () => {
      checkNumbers(data);
      expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    });

    test("does not care in which order targets come", () => {
      const order = histories.map((history, index) => [(index * 37) % 60, history] as const).sort(([a], [b]) => a - b);
      const shuffled = order.map(([, history]) => history);
      expect(concluded(section, shuffled, frame)).toEqual(data);
    });

    test("says it from the data alone, in bounds", () => {
      const stored = JSON.parse(JSON.stringify(data)) as JsonObject;
      expect(section.chart(stored, inEnglish({ ...frame }))).toEqual(chart);
      expect(section.figures(stored, inEnglish(week)).length).toBeGreaterThanOrEqual(4);
      for (const figure of section.figures(stored, inEnglish(week))) expect(figure.value.length).toBeLessThan(30);
      const tables = section.tables(stored, inEnglish(week));
      expect(tables.length).toBeGreaterThanOrEqual(1);
      expect(tables.length).toBeLessThanOrEqual(3);
      for (const { rows, more } of tables) {
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.length).toBeLessThanOrEqual(10);
        expect(more).toBeGreaterThanOrEqual(0);
      }
      const fact = section.fact(stored, inEnglish(week));
      expect(fact?.text.length).toBeGreaterThan(10);
      expect(fact?.strength).toBeGreaterThan(0);
      expect(textsOf(section, stored, chart)).not.toMatch(/NaN|Infinity|undefined|null%|\[object/);
    });

    test("draws what fits", () => {
      if (chart === null) throw new Error("nothing to draw");
      expect(chart.alt.length).toBeLessThanOrEqual(1000);
      expect((chart.form === "lines" ? chart.lines : chart.rows).length).toBeLessThanOrEqual(8);
      if (chart.form === "bars") return;
      expect(chart.ticks.length).toBeGreaterThan(1);
      expect(chart.ticks.length).toBeLessThanOrEqual(8);
      for (const { at } of chart.ticks) expect(at >= frame.from && at <= frame.to).toBe(true);
      const spots = chart.form === "lines" ? chart.lines.flatMap(({ points }) => points.map(([at]) => at)) : [];
      for (const at of spots) expect(at >= frame.from && at <= frame.to).toBe(true);
    });
  });

  test("says so where nothing is watched, and where nothing has answered", () => {
    const none = concluded(section, [], week);
    expect(section.figures(none, inEnglish(week))).toEqual([]);
    expect(section.tables(none, inEnglish(week))).toEqual([]);
    expect(section.fact(none, inEnglish(week))).toBe(null);
    expect(section.chart(none, inEnglish(week))).toBe(null);
    expect(section.note(none, inEnglish(week))).toMatch(/^No .* are watched\.$/);
    const target = { id: "tgt_1", name: "Maria", params: {}, createdAt: 0 };
    const silent = concluded(section, [{ target, snapshot: null, gaps: [], events: [], series: {} }], week);
    expect(section.note(silent, inEnglish(week))).toBe("No data yet.");
    expect(section.chart(silent, inEnglish(week))).toBe(null);
    checkNumbers(silent);
  });

  test("bears an event and a snapshot of anything", () => {
    const target = { id: "tgt_1", name: "", params: {}, createdAt: 0 };
    const junk: Json[] = [null, 5, "", "x", [], {}, [null], [5], [{}], [{ title: 7 }]];
    for (const one of junk) {
      const fields = new Set(Object.values(section.events).flat());
      const data = Object.fromEntries(Array.from(fields, (field) => [field, one]));
      const events = Object.keys(section.events).map((type) => ({
        type,
        occurredAt: week.to - 5,
        detectedAt: week.to - 5,
        data,
      }));
      const snapshot = { startedAt: one, unknown: one, rankings: one, results: one, products: one };
      const found = concluded(section, [{ target, snapshot, gaps: [], events, series: {} }], week);
      checkNumbers(found);
      expect(textsOf(section, found, section.chart(found, inEnglish(week)))).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test("stays small with ten thousand targets and the worst names", () => {
    const base = generatedHistories(name, 100, 11, week).map(
      (history) => worst(history as unknown as Json) as unknown as Past,
    );
    // What grows with targets grows with each: the size of two thousand tells that of all.
    const count = runs(MOST, 600);
    const measured = Array.from({ length: count }, (_, index) => {
      const history = base[index % 100]!;
      return section.measure({ ...history, target: { ...history.target, id: `tgt_${index}` } }, week);
    });
    const sizeOf = (some: typeof measured) => kilobytes(section.conclude(some, week) as JsonObject);
    const [half, whole] = [sizeOf(measured.slice(0, count / 2)), sizeOf(measured)];
    const growth = Math.max(0, whole - half) / (count / 2);
    expect(whole + growth * (MOST - count)).toBeLessThan(40);
  });
});
