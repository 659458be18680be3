import type { Lines } from "../core/chart.ts";
import { SMALL } from "./frame.ts";
import { fit, textAt } from "./lettering.ts";
import { timeAt, type TimeScale } from "./plot.ts";
import { box, type Shape } from "./scene.ts";

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
