import fc from "fast-check";
import { LANGUAGES } from "../../src/core/language.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import {
  MAX_TABLE_ROWS,
  type Figure,
  type Report,
  type ReportPicture,
  type ReportRow,
  type ReportSection,
  type ReportTable,
} from "../../src/core/report.ts";
import { text, url } from "./generated-messages.ts";

const FILES = [0, 3, 4_000_000].map((length) => new Uint8Array(length));

const short = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("Maria", "12 h 30 m", "+20 %", "田中さん", "👩‍👩‍👧‍👦", "שלום", "a`b```c", "") },
  { weight: 1, arbitrary: text },
);
const value = fc.option(fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double()));
const row: fc.Arbitrary<ReportRow> = fc.record({
  label: short,
  value: short,
  change: fc.option(fc.record({ text: short, tone: fc.constantFrom("up", "down", "flat") })),
  spark: fc.option(fc.array(value, { maxLength: 40 })),
});
const more = fc.constantFrom(0, 1, 10_000);
const table: fc.Arbitrary<ReportTable> = fc.oneof(
  fc.record({ title: short, rows: fc.array(row, { maxLength: 4 }), more }),
  // As many rows as possible, all from one generated row.
  fc.record({ title: short, row, more }).map(({ row: one, ...rest }) => ({
    ...rest,
    rows: Array.from({ length: MAX_TABLE_ROWS }, () => one),
  })),
);
const picture: fc.Arbitrary<ReportPicture> = fc.record({
  alt: text,
  legend: fc.option(text),
  url: fc.option(url),
  file: fc.option(
    fc.record({
      name: fc.oneof(fc.constantFrom("lives.png", "a b.png", ".png", "x"), text),
      bytes: fc.constantFrom(...FILES),
    }),
  ),
});
const card = fc.record({ title: short, url: fc.option(url), image: fc.option(url), detail: short });
const section: fc.Arbitrary<ReportSection> = fc.record({
  name: fc.constantFrom("lives", "ranking"),
  title: short,
  tables: fc.array(table, { maxLength: 3 }),
  cards: fc.array(card, { maxLength: 4 }),
  note: fc.option(text),
  picture: fc.option(picture),
  links: fc.array(fc.record({ label: short, url }), { maxLength: 3 }),
  file: fc.option(
    fc.record({
      name: fc.oneof(fc.constantFrom("airtime-2027-03.csv", "a/b.csv", ".csv", "x"), text),
      type: fc.constant("text/csv"),
      bytes: fc.constantFrom(...FILES),
    }),
  ),
});
const figure: fc.Arbitrary<Figure> = fc.record({ label: short, value: short, detail: fc.option(short) });
const head = {
  language: fc.constantFrom(...LANGUAGES),
  title: text,
  period: text,
  headline: fc.option(text),
  quiet: fc.option(text),
  figures: fc.array(figure, { maxLength: 4 }),
};
const report: fc.Arbitrary<Report> = fc.oneof(
  fc.record({ ...head, sections: fc.array(section, { maxLength: 4 }) }),
  // As much as a digest can have, all from one generated part, as only its length matters.
  fc.record({ ...head, section, table }).map(({ section: one, table: full, ...rest }) => ({
    ...rest,
    sections: Array.from({ length: 4 }, () => ({ ...one, tables: [full, full, full] })),
  })),
);
const json: fc.Arbitrary<Json> = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 20 }));
const data: fc.Arbitrary<JsonObject> = fc.dictionary(text, fc.oneof(json, fc.dictionary(text, json, { maxKeys: 5 })), {
  maxKeys: 20,
});
const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });

/** What a channel kind may have to report, apart from settings and bases. */
export const reporting = fc.record({
  report,
  data,
  deliveryId: fc.constant("dlv_1"),
  writtenAt: instant,
  at: instant,
  plain: fc.boolean(),
});
