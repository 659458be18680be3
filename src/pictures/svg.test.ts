import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf, SAMPLES } from "../../test/support/charts.ts";
import { anyChart } from "../../test/support/outlines.ts";
import { runs } from "../../test/support/runs.ts";
import { svgOf } from "./svg.ts";
import { INKS, THEMES, type Theme } from "./theme.ts";
import { runsOf, scaleOf } from "./plot.ts";

test("an axis from zero ends at zero, contains all values, and has at most the requested marks", () => {
  const value = fc.oneof(fc.nat(1e9), fc.double({ min: 0, max: 1e12, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), fc.constantFrom("count", "place"), (values, unit) => {
      const { low, high, marks } = scaleOf(unit, values, { fromZero: true, most: 4 });
      expect(marks.length).toBeLessThanOrEqual(4);
      if (unit === "count") expect(low).toBe(0);
      for (const one of values) expect(unit === "place" || one <= high).toBe(true);
      for (const { value } of marks) expect(value >= low && value <= high).toBe(true);
    }),
  );
});

test("a line is broken at gaps, and points outside are omitted", () => {
  const points: [number, number | null][] = [
    [0, 1],
    [10, 2],
    [20, null],
    [30, 3],
    [99, 4],
  ];
  const same = (n: number) => n;
  expect(runsOf({ label: "", text: "", points }, same, same, { from: 5, to: 50 })).toEqual([
    [10, 2],
    [30, 3],
  ]);
});

const ALLOWED = new Set(["svg", "title", "desc", "style", "rect", "path", "polyline", "polygon", "text"]);

test("the SVG of any chart has only known elements, and nothing that runs or loads", () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const svg = svgOf(chart);
      for (const [, name] of svg.matchAll(/<\/?([^\s/>]*)/g)) expect(ALLOWED).toContain(name);
      expect(svg).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|\s(?:on\w+|href|src)=|url\(/);
      expect(svgOf(chart)).toBe(svg);
    }),
    { numRuns: runs(200) },
  );
});

test("an SVG has a text alternative, and keeps names in any script", () => {
  const svg = svgOf({ ...SAMPLES["bars"]!, title: `<A & "B">`, alt: "Maria first" });
  expect(svg).toContain("<title>&lt;A &amp; &quot;B&quot;&gt;</title><desc>Maria first</desc>");
  expect(svg).toContain(">中村さくら<");
  expect(svg).toContain("prefers-color-scheme:dark");
});

test("thousands of points make a line no longer than the picture is wide", () => {
  expect(svgOf(linesOf("count", 8, 2000)).length).toBeLessThan(150_000);
});

function contrast(one: string, other: string): number {
  const bright = (hex: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [bright(one), bright(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test.each(["light", "dark"] as Theme[])("every ink is readable as text on the %s surface", (theme) => {
  for (const ink of INKS) {
    const least = ink === "live" ? 3 : 4.5;
    expect(contrast(THEMES[theme][ink], THEMES[theme].surface), ink).toBeGreaterThanOrEqual(least);
  }
});
