import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { API_BASES, channelKinds } from "../../src/channels/registry.ts";
import { calendarPeriod, periodBefore } from "../../src/core/calendar-period.ts";
import type { Chart } from "../../src/core/chart.ts";
import { iso } from "../../src/core/instant.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { Report } from "../../src/core/report.ts";
import { picturesFor } from "../../src/features/digests/message/pictures.ts";
import { chartsOf, reportOf } from "../../src/features/digests/message/report.ts";
import { airtimeRow } from "../../src/features/reports/rows/row.ts";
import { type MeasuredSection, measuredSections } from "../../src/sections/registry.ts";
import type { Frame, Gap, Past } from "../../src/sections/section.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { exampleOf, isChat } from "../support/channel-kinds.ts";
import { frames, writtenOf } from "./generated-digests.ts";
import { generatedHistories } from "./generated-history.ts";
import { inEnglish } from "../support/phrases.ts";
import { runs } from "../support/runs.ts";
import { watched } from "./watched-past.ts";

describe("registry", () => {
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
        const order = histories
          .map((history, index) => [(index * 37) % 60, history] as const)
          .sort(([a], [b]) => a - b);
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

  const MINUTE = 60_000;
  const DAY = 1440 * MINUTE;
  const ZONES = ["Europe/Berlin", "America/New_York"];

  /** The change of a creator who is always live: how much longer the period is so far than what it is compared with. */
  function changeOf(name: string, timezone: string, now: number, gaps: Gap[] = []) {
    const period = calendarPeriod(name, timezone, now)!;
    const snapshot = { startedAt: iso(0) };
    const history = { target: watched("tgt_1", 0), snapshot, gaps, events: [], series: {} };
    const frame = { period, timezone, validDayMs: 60 * MINUTE, now };
    return { period, ...airtimeRow({ history, viewers: [], removedAt: null, goal: null }, frame) };
  }

  /** Reads the wall clock as if it were UTC. */
  function wall(at: number, timezone: string): number {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "medium" });
    return Date.parse(`${format.format(at).replace(" ", "T")}Z`);
  }

  /** The first minute of the period before at which its clock shows as much as this one does now; otherwise its end. */
  function comparedTo(from: number, now: number, before: { from: number; to: number }, timezone: string): number {
    const displayed = wall(now, timezone) - wall(from, timezone);
    const start = wall(before.from, timezone);
    // Clocks change by an hour at most.
    let at = Math.max(before.from, Math.min(before.to, before.from + displayed - 61 * MINUTE));
    while (at < before.to && wall(at, timezone) - start < displayed) at += MINUTE;
    return at;
  }

  test("1 to 9 March is compared with 1 to 9 February", () => {
    const now = Date.parse("2027-03-09T23:00:00Z");
    // Up to the end of 9 March in Berlin.
    const { change, seconds } = changeOf("thisMonth", "Europe/Berlin", now);
    expect([seconds, change]).toEqual([9 * 86_400, 0]);
    const before = periodBefore("thisMonth", { from: Date.parse("2027-02-28T23:00Z"), to: now }, "Europe/Berlin")!;
    expect([iso(before.from), iso(before.to)]).toEqual(["2027-01-31T23:00:00.000Z", "2027-02-09T23:00:00.000Z"]);
    // The 30th has no counterpart: all of February.
    expect(changeOf("thisMonth", "Europe/Berlin", Date.parse("2027-03-30T22:00:00Z")).change).toBe(2 * 86_400 - 3600);
    // Months that are over are compared as a whole, by name too.
    expect(changeOf("2027-03", "Europe/Berlin", Date.parse("2027-05-01T00:00Z")).change).toBe(3 * 86_400 - 3600);
  });

  test("a period is compared with the same part of the one before on the wall clock, also where clocks change", () => {
    const met = { over: 0, clipped: 0, spring: 0, autumn: 0, month: 0, week: 0, range: 0 };
    const days: Record<string, [number, number]> = {
      spring: [Date.UTC(2030, 2, 1), 40],
      autumn: [Date.UTC(2030, 9, 10), 55],
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom("spring", "autumn"),
        fc.constantFrom(
          "thisMonth",
          "thisWeek",
          "2030-03",
          "2030-11",
          "2030-03-25/2030-04-03",
          "2030-10-28/2030-11-05",
        ),
        fc.nat(),
        (timezone, season, name, nth) => {
          const [begin, count] = days[season]!;
          const now = begin + (nth % (count * 1440)) * MINUTE;
          const { period, change, seconds } = changeOf(name, timezone, now);
          const { from, to, before } = period;
          if (now <= from) {
            expect([change, seconds]).toEqual([null, 0]);
            return;
          }
          const until = now >= to ? before.to : comparedTo(from, now, before, timezone);
          expect([seconds, change]).toEqual([
            (Math.min(now, to) - from) / 1000,
            (Math.min(now, to) - from - (until - before.from)) / 1000,
          ]);
          if (name.startsWith("this"))
            expect(periodBefore(name, { from, to: now }, timezone)).toEqual({ from: before.from, to: until });
          met.over += Number(now >= to);
          met.clipped += Number(now < to && until === before.to);
          met[season] += Number(change !== 0);
          met[/Month|-\d\d$/.test(name) && !name.includes("/") ? "month" : name === "thisWeek" ? "week" : "range"] += 1;
        },
      ),
      { numRuns: runs(1500, 400) },
    );
    for (const [what, times] of Object.entries(met)) expect([what, times > 3]).toEqual([what, true]);
  });

  test("less than half of either part known is no change at all", () => {
    const now = Date.parse("2027-03-11T00:00Z");
    const [march, february] = [Date.parse("2027-03-01T00:00Z"), Date.parse("2027-02-01T00:00Z")];
    const at = (...gaps: Gap[]) => changeOf("thisMonth", "UTC", now, gaps).change;
    expect(at()).toBe(0);
    expect(at([march, march + 5 * DAY])).toBe(-5 * 86_400);
    expect(at([march, march + 5 * DAY + MINUTE])).toBeNull();
    expect(at([february, february + 5 * DAY])).toBe(5 * 86_400);
    expect(at([february, february + 5 * DAY + MINUTE])).toBeNull();
    // What follows the compared part of February counts for nothing.
    expect(at([february + 10 * DAY, march])).toBe(0);
    expect(at([march + 9 * DAY, Infinity])).toBe(-86_400);
  });
});

/** What ends in a full stop, and what stands alone: the headline, notes, the quiet line. */
const sentencesOf = ({ headline, quiet, sections: notified }: Report): string[] =>
  [headline, quiet, ...notified.map(({ note }) => note)]
    .flatMap((text) => text?.match(/[^.]+(?:\.\d[^.]*)*\./g) ?? [])
    .map((sentence) => sentence.trim());

const placesIn = (text: string): string[] => text.match(/#\d+/g) ?? [];
const twice = (all: string[]): string[] => all.filter((one, index) => all.indexOf(one) !== index);

function check(report: Report): void {
  const whole = JSON.stringify({ ...report, sections: report.sections.map((one) => ({ ...one, picture: null })) });
  expect(whole).not.toMatch(/\bsame\b|[+−]0%|\+0 /);
  expect(twice(sentencesOf(report))).toEqual([]);
  expect(twice(report.figures.map(({ label }) => label))).toEqual([]);
  for (const { value, detail } of report.figures) expect(twice(placesIn(`${value} ${detail}`))).toEqual([]);
  const figure = (label: string) => report.figures.find((one) => one.label === label);
  const [climb, best] = [figure("Top climb"), figure("Best place")];
  if (climb?.detail?.startsWith(`${best?.detail}:`)) expect(placesIn(climb.detail)).not.toContain(best?.value);
  for (const { tables, cards } of report.sections) {
    expect(tables.length).toBeGreaterThan(0);
    expect(twice(cards.map(({ title }) => title))).toEqual([]);
    const ends = new Map<string, string>();
    for (const { title, rows } of tables) {
      expect(rows.length, title).toBeGreaterThan(0);
      expect(twice(rows.map(({ label }) => label))).toEqual([]);
      for (const { label, value, change } of rows) {
        expect(twice(placesIn(value)), `${label} ${value}`).toEqual([]);
        if (/growing/.test(title)) expect(change, label).not.toBeNull();
        // What grew did not shrink, and a place is told once of each standing.
        if (value.startsWith("+")) expect(change?.tone ?? "up").toBe("up");
        for (const place of placesIn(value)) {
          expect(ends.get(`${label} ${place}`), `${label} ${place}`).toBeUndefined();
          ends.set(`${label} ${place}`, title);
        }
      }
    }
  }
}

/** Pasts whose digest once said something twice. */
const ONCE_INVALID = [9];

describe.each(Object.entries(frames))("digests of a %s", (_, frame) => {
  test("say nothing twice, nothing empty and no change that is none", () => {
    for (const seed of new Set([...ONCE_INVALID, ...Array.from({ length: runs(60, 3) }, (_, index) => index + 1)]))
      expect(() => check(reportOf(writtenOf(frame, seed), {}, "en")), `seed ${seed}`).not.toThrow();
  });

  test("begin with one sentence wherever something was seen, and say it once in each channel", () => {
    let headlines = 0;
    for (let seed = 1; seed <= runs(20); seed++) {
      const written = writtenOf(frame, seed);
      const { headline, sections: notified, quiet } = reportOf(written, {}, "en");
      if (notified.length > 0) expect(headline).toMatch(/\.$/);
      expect(headline !== null || quiet !== null).toBe(true);
      if (headline === null) continue;
      headlines++;
      for (const [name, kind] of Object.entries(channelKinds)) {
        const pictures = picturesFor(kind.pictures, chartsOf(written, "en"), "key", "en", {
          draw: () => new Uint8Array(9),
          publicUrl: "https://tally.example.com",
          mostFiles: 4,
        });
        const report = { ...reportOf(written, { pictures }, "en"), headline: "Nine cats came." };
        const provided = {
          settings: exampleOf(name).settings,
          deliveryId: "dlv_1",
          data: {},
          writtenAt: 0,
          at: 0,
          bases: API_BASES,
        };
        if (!isChat(name)) continue;
        // A chat without blocks has all in its text; elsewhere that is what a notification shows.
        // A subject is what a list of emails shows.
        const {
          text = "",
          subject: _subject,
          ...shown
        } = JSON.parse(kind.report({ ...provided, report, plain: false }).body) as JsonObject;
        const reportedIn = (part: string) => part.split("Nine cats came").length - 1;
        const [inText, inRest] = [reportedIn(text as string), reportedIn(JSON.stringify(shown))];
        expect([name, Math.max(inText, inRest)]).toEqual([name, 1]);
        if (text !== "") expect([name, inText]).toEqual([name, 1]);
      }
    }
    expect(headlines).toBeGreaterThan(0);
  });
});
