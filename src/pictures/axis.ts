import { nice, ticks } from "d3-array";
import type { Lines } from "../core/chart.ts";
import { SMALL } from "./frame.ts";
import { fit, textAt } from "./lettering.ts";
import { bounded, clamp, isDrawable, shortCount, shortPercent } from "./numbers.ts";
import { box, type Shape } from "./scene.ts";

/** A scale from values to pixels. */
export interface Scale {
  low: number;
  high: number;
  marks: { value: number; text: string }[];
}

function places(low: number, high: number): Scale {
  const best = low <= 5 ? 1 : low;
  const worst = Math.max(high, best + 2);
  const between = ticks(best, worst, 5).filter((one) => Number.isInteger(one) && one > best);
  const step = between.length > 1 ? between[1]! - between[0]! : 1;
  const marks = [best, ...between.filter((one) => one - best > step / 2)];
  return { low: best, high: worst, marks: marks.map((value) => ({ value, text: `#${value}` })) };
}

/** The axis of a chart's values. A place's axis has its best on top: `low` is the upper end. */
export function scaleOf(unit: Lines["unit"], values: readonly number[]): Scale {
  const drawn = values.filter(isDrawable).map(bounded);
  let low = drawn.reduce((a, b) => Math.min(a, b), drawn[0] ?? 0);
  let high = drawn.reduce((a, b) => Math.max(a, b), drawn[0] ?? 0);
  if (unit === "place") return places(Math.max(1, Math.floor(low)), Math.max(1, Math.ceil(high)));
  if (unit === "percent") [low, high] = [Math.min(0, low), Math.max(0, high)];
  else if (low >= 0 && low < high * 0.4) low = 0;
  if (high - low <= Math.abs(high) * 1e-9) {
    const spread = Math.max(unit === "percent" ? 5 : 1, Math.abs(high) * 0.05);
    const floor = unit === "count" && low >= 0 ? 0 : -Infinity;
    [low, high] = [Math.max(floor, low - spread), high + spread];
  }
  const [from, to] = nice(low, high, 4);
  const values4 = ticks(from, to, 4);
  const step = values4.length > 1 ? values4[1]! - values4[0]! : 1;
  const text = unit === "percent" ? shortPercent : shortCount;
  return { low: from, high: to, marks: values4.map((value) => ({ value, text: text(value, step) })) };
}

/** A span of time over a span of pixels. */
export interface TimeScale {
  from: number;
  to: number;
  left: number;
  right: number;
}

/** Where an instant lies, never outside. */
export const timeAt = ({ from, to, left, right }: TimeScale, at: number): number =>
  left + (right - left) * clamp((at - from) / Math.max(1, to - from), 0, 1);

/** The ticks that lie on the scale, in order, with their places. */
export const ticksOn = (scale: TimeScale, marks: Lines["ticks"]): { x: number; label: string }[] =>
  marks
    .filter(({ at }) => at >= scale.from && at <= scale.to)
    .sort((a, b) => a.at - b.at)
    .map(({ at, label }) => ({ x: Math.round(timeAt(scale, at)), label }));

/** The labels of the ticks, as many as there is room for up to `end`, each beginning at its instant. */
export function tickLabels(on: { x: number; label: string }[], y: number, end: number): Shape[] {
  const labels = on.map(({ x, label }) => ({ x, text: fit(label, 240, { size: SMALL }) }));
  const fits = (every: number): boolean => {
    const left = labels.filter((_, i) => i % every === 0);
    return left.every(({ x, text }, i) => i === left.length - 1 || x + text.width + 18 <= left[i + 1]!.x);
  };
  let every = 1;
  while (!fits(every)) every++;
  return labels.flatMap(({ x, text }, i) => {
    if (i % every !== 0) return [];
    const mark = box(x, y - 44, 2, 12, "axis");
    return x + text.width > end ? [mark] : [mark, textAt(text, x, y, { size: SMALL, ink: "muted" })];
  });
}
