import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf, SAMPLES } from "../../test/support/charts.ts";
import { anyChart } from "../../test/support/outlines.ts";
import { runs } from "../../test/support/runs.ts";
import type { Chart } from "../core/chart.ts";
import { spokenHours } from "../core/duration.ts";
import { LANGUAGES } from "../core/language.ts";
import { sceneOf } from "./scene-of.ts";
import type { Shape, Text } from "./scene.ts";

interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function textExtent({ x, y, anchor, width, size }: Text): Extent {
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return { left, top: y - size * 0.78, right: left + width, bottom: y + size * 0.22 };
}

function extentOf(shape: Shape): Extent {
  if (shape.kind === "box") {
    return { left: shape.x, top: shape.y, right: shape.x + shape.width, bottom: shape.y + shape.height };
  }
  if (shape.kind === "text") return textExtent(shape);
  const xs = shape.points.filter((_, i) => i % 2 === 0);
  const ys = shape.points.filter((_, i) => i % 2 === 1);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const textsOf = (chart: Chart): Text[] =>
  sceneOf(chart).shapes.flatMap((shape) => (shape.kind === "text" && shape.width > 0 ? [shape] : []));

function overlapping(texts: Text[]): [string, string][] {
  const apart = (a: Extent, b: Extent) =>
    a.right <= b.left + 0.01 || b.right <= a.left + 0.01 || a.bottom <= b.top || b.bottom <= a.top;
  return texts.flatMap((one, i) =>
    texts.slice(i + 1).flatMap((other): [string, string][] => {
      return apart(textExtent(one), textExtent(other)) ? [] : [[one.shown, other.shown]];
    }),
  );
}

test("any chart stays on the canvas, and no text overlaps another", () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      const { width, height, shapes } = sceneOf(chart);
      expect([width, height].every(Number.isInteger)).toBe(true);
      for (const shape of shapes) {
        const { left, top, right, bottom } = extentOf(shape);
        expect([left, top, right, bottom].every(Number.isFinite), JSON.stringify(shape)).toBe(true);
        const inside = left >= 0 && top >= 0 && right <= width + 0.01 && bottom <= height + 0.01;
        expect(inside, JSON.stringify(shape)).toBe(true);
        expect(right >= left && bottom >= top).toBe(true);
        if (shape.kind === "text") expect(shape.width).toBeLessThanOrEqual(shape.room + 0.01);
      }
      expect(overlapping(textsOf(chart))).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

test("a wide label near the edge is omitted", () => {
  const [from, to] = [1_800_000_000_000, 1_800_604_800_000];
  const ticks = [{ at: 1_800_524_236_364, label: "ƀ⁰△྽𝆌©ƀ" }];
  const texts = textsOf({ ...linesOf("percent", 1), from, to, ticks, lines: [] });
  expect(texts.filter((text) => textExtent(text).right > sceneOf(linesOf("percent", 1)).width)).toEqual([]);
});

test("lines that end at the same place have separate names, in the lines' order", () => {
  const chart = linesOf("count", 8);
  const lines = chart.lines.map((line) => ({ ...line, points: line.points.map(([at]): [number, number] => [at, 5]) }));
  const texts = textsOf({ ...chart, lines });
  const names = texts.filter(({ bold, size, ink }) => bold && size === 28 && ink.startsWith("line"));
  expect(names).toHaveLength(8);
  const heights = names.map(({ y }) => y);
  for (let i = 1; i < 8; i++) expect(heights[i]! - heights[i - 1]!).toBeGreaterThanOrEqual(39.9);
});

test("the first place is at the top", () => {
  const chart = linesOf("place", 1);
  const texts = textsOf(chart).filter(({ shown }) => shown.startsWith("#") && shown !== chart.lines[0]!.text);
  expect(texts[0]!.shown).toBe("#1");
  expect(texts[0]!.y).toBeLessThan(texts[1]!.y);
});

test("a null breaks a line, and a single value is a dot", () => {
  const chart = linesOf("count", 1);
  const at = (i: number) => chart.from + i * 3_600_000;
  const points: [number, number | null][] = [
    [at(0), 1],
    [at(1), 2],
    [at(2), null],
    [at(3), 4],
    [at(4), null],
    [at(5), 6],
    [at(6), 7],
  ];
  const { shapes } = sceneOf({ ...chart, lines: [{ ...chart.lines[0]!, points }] });
  expect(shapes.filter(({ kind }) => kind === "stroke")).toHaveLength(2);
  expect(shapes.filter((one) => one.kind === "box" && one.fill === "line1")).toHaveLength(2);
});

test("the shortest stream is visible", () => {
  const chart = SAMPLES["timeline"]!;
  if (chart.form !== "timeline") throw new Error("another form");
  const spans: [number, number][] = [[chart.from + 5000, chart.from + 6000]];
  const { shapes } = sceneOf({ ...chart, rows: [{ label: "a", text: "1 s", spans }] });
  const block = shapes.find((one) => one.kind === "box" && one.fill === "live" && one.height > 20);
  expect(block?.kind === "box" && block.width).toBeGreaterThanOrEqual(4);
});

test.each(LANGUAGES)("the airtime of a whole month stands whole beside its row, in %s", (language) => {
  const chart = SAMPLES["timeline"]!;
  if (chart.form !== "timeline") throw new Error("another form");
  const text = spokenHours(language, (744 * 60 - 1) * 60_000);
  const { shapes } = sceneOf({ ...chart, rows: [{ label: "a", text, spans: [] }] });
  expect(shapes.flatMap((one) => (one.kind === "text" ? [one.shown] : []))).toContain(text);
});

test("bars of both signs share a scale and a zero", () => {
  const bar = (value: number) => ({ label: "a", value, text: String(value), detail: null });
  const rows = [bar(100), bar(-50), bar(0), bar(NaN)];
  const { shapes } = sceneOf({ ...SAMPLES["bars"]!, form: "bars", rows } as Chart);
  const bars = shapes.flatMap((one) => (one.kind === "box" && (one.fill === "up" || one.fill === "down") ? [one] : []));
  expect(bars.map(({ fill }) => fill)).toEqual(["up", "down"]);
  expect(bars[0]!.width).toBeCloseTo(2 * bars[1]!.width);
  expect(bars[1]!.x + bars[1]!.width).toBeCloseTo(bars[0]!.x);
});
