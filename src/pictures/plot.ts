import { nice, ticks } from "d3-array";
import type { Lines } from "../core/chart.ts";
import { SMALL } from "./frame.ts";
import { fit, textAt } from "./lettering.ts";
import { bounded, clamp, isDrawable, shortCount, shortPercent } from "./numbers.ts";
import { box, type Shape } from "./scene.ts";

/** A scale of values, with the marks on its axis. */
export interface Scale {
  low: number;
  high: number;
  marks: { value: number; text: string }[];
}

/** Options of an axis. */
export interface AxisLook {
  /** Counts start at zero, however large they are. */
  fromZero?: boolean;
  /** The maximum number of marks. */
  most?: number;
}

const USUAL_MARKS = 4;

function places(low: number, high: number, max: number): Scale {
  const best = low <= 5 ? 1 : low;
  const worst = Math.max(high, best + 2);
  const between = ticks(best, worst, max).filter((one) => Number.isInteger(one) && one > best);
  const step = between.length > 1 ? between[1]! - between[0]! : 1;
  const marks = [best, ...between.filter((one) => one - best > step / 2)];
  return { low: best, high: worst, marks: marks.map((value) => ({ value, text: `#${value}` })) };
}

/** The scale of a chart's values. For places the axis points down: `low` is at the top. */
export function scaleOf(unit: Lines["unit"], values: readonly number[], look: AxisLook = {}): Scale {
  const { fromZero = false, most: max = Infinity } = look;
  const drawn = values.filter(isDrawable).map(bounded);
  let low = drawn.reduce((a, b) => Math.min(a, b), drawn[0] ?? 0);
  let high = drawn.reduce((a, b) => Math.max(a, b), drawn[0] ?? 0);
  if (unit === "place") {
    const [best, worst] = [Math.max(1, Math.floor(low)), Math.max(1, Math.ceil(high))];
    return fewest(max, (count) => places(best, worst, count + 1));
  }
  if (unit === "percent" || fromZero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  else if (low >= 0 && low < high * 0.4) low = 0;
  if (high - low <= Math.abs(high) * 1e-9) {
    const spread = Math.max(unit === "percent" ? 5 : 1, Math.abs(high) * 0.05);
    const floor = unit === "count" && low >= 0 ? 0 : -Infinity;
    [low, high] = [Math.max(floor, low - spread), high + spread];
  }
  return fewest(max, (count) => ofValues(unit, low, high, count));
}

function ofValues(unit: Lines["unit"], low: number, high: number, count: number): Scale {
  const [from, to] = nice(low, high, count);
  const values = ticks(from, to, count);
  const step = values.length > 1 ? values[1]! - values[0]! : 1;
  const text = unit === "percent" ? shortPercent : shortCount;
  return { low: from, high: to, marks: values.map((value) => ({ value, text: text(value, step) })) };
}

/** The scale with the most marks up to `max`. */
function fewest(max: number, make: (count: number) => Scale): Scale {
  let scale = make(USUAL_MARKS);
  for (let count = USUAL_MARKS - 1; count > 0 && scale.marks.length > max; count--) scale = make(count);
  return scale;
}

/** Maps a period to pixels. */
export interface TimeScale {
  from: number;
  to: number;
  left: number;
  right: number;
}

/** The position of an instant, limited to the scale. */
export const timeAt = ({ from, to, left, right }: TimeScale, at: number): number =>
  left + (right - left) * clamp((at - from) / Math.max(1, to - from), 0, 1);

/** The values that a line chart shows. */
export const valuesOf = (chart: Lines): number[] =>
  chart.lines.flatMap(({ points }) =>
    points.flatMap(([at, value]) => (isDrawable(value) && at >= chart.from && at <= chart.to ? [value] : [])),
  );

/** The unbroken runs of a line: x, y, x, y … in pixels. */
export function runsOf(
  { points }: Lines["lines"][number],
  x: (at: number) => number,
  y: (value: number) => number,
  { from, to }: Pick<Lines, "from" | "to">,
): number[][] {
  const runs: number[][] = [];
  let open: number[] | null = null;
  for (const [at, value] of points.toSorted((a, b) => a[0] - b[0])) {
    if (!(at >= from && at <= to)) continue;
    if (!isDrawable(value)) {
      open = null;
      continue;
    }
    if (open === null) runs.push((open = []));
    open.push(x(at), y(bounded(value)));
  }
  return runs;
}

/** The ticks within the scale, in order, with their positions. */
export const ticksOn = (scale: TimeScale, marks: Lines["ticks"]): { x: number; label: string }[] =>
  marks
    .filter(({ at }) => at >= scale.from && at <= scale.to)
    .sort((a, b) => a.at - b.at)
    .map(({ at, label }) => ({ x: Math.round(timeAt(scale, at)), label }));

/** The labels of ticks, starting at their instants: as many as fit before `end`. */
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
