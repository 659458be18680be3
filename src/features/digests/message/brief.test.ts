import fc from "fast-check";
import { expect, test } from "vitest";
import { weekReport } from "../../../../test/support/emails.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { Report, ReportRow } from "../../../core/report.ts";
import { briefly, MAX_MOVERS } from "./brief.ts";

const rowsOf = ({ sections }: Pick<Report, "sections">): ReportRow[] =>
  sections.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows));

const row = (label: string, tone: "up" | "down" | "flat" | null): ReportRow => ({
  label,
  value: "1",
  change: tone === null ? null : { text: "+1", tone },
  spark: null,
});

const rest = { label: "See the rest", url: "https://tally.example/digests/dig_1" };

const section = (name: string, tables: ReportRow[][]): Report["sections"][number] => ({
  name,
  title: name,
  tables: tables.map((rows, place) => ({ title: `${name} ${place}`, rows, more: 2 })),
  cards: [{ title: "a card", url: null, image: null, detail: "" }],
  note: null,
  picture: { alt: name, legend: null, url: null, file: null },
  links: [],
  file: null,
});

test("five rows of the week are left, those that changed; what is left out is counted and linked to", () => {
  const brief = briefly(weekReport, rest);
  expect(rowsOf(brief)).toHaveLength(MAX_MOVERS);
  expect(brief.headline).toBe(weekReport.headline);
  expect(brief.quiet).toBe(weekReport.quiet);
  expect(brief.figures.length).toBeLessThanOrEqual(2);
  expect(brief.sections.at(-1)!.links.at(-1)).toEqual(rest);
  expect(briefly(weekReport, null).sections.flatMap(({ links }) => links)).not.toContainEqual(rest);
});

test("each section has its turn, what changed comes before what did not, and nobody is named twice in a section", () => {
  const lives = section("lives", [
    [row("Maria", null), row("Bo", "up"), row("Cy", "down")],
    [row("Maria", "up"), row("Bo", "up"), row("Di", "flat")],
  ]);
  const most = { ...lives, tables: [lives.tables[0]!, { ...lives.tables[1]!, movers: true as const }] };
  expect(rowsOf(briefly({ ...weekReport, sections: [most] }, null)).map(({ label }) => label)).toEqual([
    "Cy",
    "Maria",
    "Bo",
    "Di",
  ]);
  const trends = section("hashtags", [[row("#cats", "up"), row("#dogs", "up")]]);
  const brief = briefly({ ...weekReport, sections: [lives, trends] }, null);
  expect(rowsOf(brief).map(({ label }) => label)).toEqual(["Bo", "Cy", "Maria", "#cats", "#dogs"]);
  expect(brief.sections[0]!.tables.map(({ rows, more }) => [rows.length, more])).toEqual([
    [2, 3],
    [1, 4],
  ]);
  expect(brief.sections.map(({ picture, cards }) => [picture !== null, cards.length])).toEqual([
    [true, 0],
    [false, 0],
  ]);
});

test("a section without a row to show stays for its file or its links alone", () => {
  const many = section("lives", [["a", "b", "c", "d", "e", "f"].map((name) => row(name, "up"))]);
  const left = section("products", [[row("Cup", null)]]);
  const links = [{ label: "The whole report", url: "https://tally.example/reports" }];
  const brief = briefly({ ...weekReport, sections: [many, left, { ...left, name: "airtime", links }] }, null);
  expect(brief.sections.map(({ name, tables }) => [name, tables.length])).toEqual([
    ["lives", 1],
    ["airtime", 0],
  ]);
});

test("a section that is a report of its own stays whole, and takes no other's turn", () => {
  const whole = section("airtime", [["a", "b", "c", "d", "e", "f"].map((name) => row(name, "up"))]);
  const lives = section("lives", [["a", "b", "c", "d", "e", "f"].map((name) => row(name, "up"))]);
  const brief = briefly({ ...weekReport, sections: [whole, lives] }, null, new Set(["airtime"]));
  expect(brief.sections[0]).toBe(whole);
  expect(rowsOf({ sections: brief.sections.slice(1) })).toHaveLength(MAX_MOVERS);
});

test("whatever a report has, no row is invented, and rows that are left out are counted", () => {
  const met = { cut: 0, whole: 0, empty: 0 };
  const tone = fc.constantFrom("up" as const, "down" as const, "flat" as const, null);
  const rows = fc.array(fc.record({ label: fc.constantFrom("a", "b", "c", "d", "e", "f"), tone }), { maxLength: 8 });
  const sections = fc.array(fc.array(rows, { maxLength: 3 }), { maxLength: 4 });
  fc.assert(
    fc.property(sections, (generated) => {
      const all = generated.map((tables, place) =>
        section(
          `s${place}`,
          tables.map((some) => some.map((one) => row(one.label, one.tone))),
        ),
      );
      const report = { ...weekReport, sections: all };
      const [before, after] = [rowsOf(report), rowsOf(briefly(report, rest))];
      expect(after.length).toBeLessThanOrEqual(MAX_MOVERS);
      expect(after.every((one) => before.includes(one))).toBe(true);
      const moved = (some: ReportRow[]) => some.filter(({ change }) => change !== null && change.tone !== "flat");
      if (moved(after).length < after.length) expect(moved(after).length).toBeLessThan(MAX_MOVERS);
      for (const { name, tables } of briefly(report, null).sections)
        for (const table of tables) {
          const whole = all.find((one) => one.name === name)!.tables.find(({ title }) => title === table.title)!;
          expect(table.rows.length + table.more).toBe(whole.rows.length + whole.more);
        }
      if (before.length === 0) met.empty += 1;
      else if (after.length < before.length) met.cut += 1;
      else met.whole += 1;
    }),
    { numRuns: runs(2000) },
  );
  for (const [name, count] of Object.entries(met)) expect([name, count > 3]).toEqual([name, true]);
});
