import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Chart } from "../../src/core/chart.ts";
import type { Draw } from "../../src/features/digests/message/pictures.ts";
import { pictureOf } from "../../src/features/digests/draw/picture.ts";
import { OUTLINES_FILE, outlinesFrom } from "../../src/pictures/outlines.ts";

const hostile = fc.oneof(
  fc.constantFrom(
    "<script>alert(1)</script>",
    "]]>",
    "&amp;",
    "\"'><",
    "\u202eevil",
    "a\u0000b\ufffe",
    "👩‍👩‍👧 fam",
    "日本語の名前",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom("W", "i", "م", "e\u0301", "🇩🇪").map((one) => one.repeat(200)),
  fc.constantFrom("maria.live", "Анна", "Ελένη", "Łukasz Żak", "52 h 10 m", "+12 %"),
);
const value = fc.oneof(
  fc.double(),
  fc.integer({ min: -1000, max: 5_000_000 }),
  fc.constantFrom(0, 1, NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324),
);
const from = 1_800_000_000_000;
const instant = fc.oneof(
  fc.integer({ min: from - 1000, max: from + 700_000_000 }),
  fc.constantFrom(from, from + 604_800_000, NaN, Infinity),
);
const head = {
  title: hostile,
  subtitle: hostile,
  alt: hostile,
  note: fc.option(hostile),
};
const time = {
  from: fc.constant(from),
  to: fc.constantFrom(from, from + 3_600_000, from + 604_800_000),
  ticks: fc.array(fc.record({ at: instant, label: hostile }), { maxLength: 31 }),
};

/** Charts of every form, with any content that a program could create or an outsider write. */
export const anyChart: fc.Arbitrary<Chart> = fc.oneof(
  fc.record({
    form: fc.constant("timeline" as const),
    ...head,
    ...time,
    rows: fc.array(
      fc.record({ label: hostile, text: hostile, spans: fc.array(fc.tuple(instant, instant), { maxLength: 30 }) }),
      { maxLength: 9 },
    ),
  }),
  fc.record({
    form: fc.constant("lines" as const),
    ...head,
    ...time,
    unit: fc.constantFrom("percent" as const, "place" as const, "count" as const),
    lines: fc.array(
      fc.record({
        label: hostile,
        text: hostile,
        points: fc.array(fc.tuple(instant, fc.option(value)), { maxLength: 60 }),
      }),
      { maxLength: 9 },
    ),
  }),
  fc.record({
    form: fc.constant("bars" as const),
    ...head,
    rows: fc.array(fc.record({ label: hostile, value, text: hostile, detail: fc.option(hostile) }), { maxLength: 9 }),
  }),
);

const outlines = outlinesFrom(readFileSync(`build/served/${OUTLINES_FILE}`));

/** Draws with the deployed font. */
export const draw: Draw = (chart, theme) => pictureOf(chart, theme, outlines);
