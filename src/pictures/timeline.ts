import type { Timeline } from "../core/chart.ts";
import { framed, LABEL, MARGIN, WIDTH } from "./frame.ts";
import { fit, fitApart, textAt } from "./lettering.ts";
import { isDrawable } from "./numbers.ts";
import { tickLabels, ticksOn, timeAt, type TimeScale } from "./plot.ts";
import { box, type Scene } from "./scene.ts";

const ROW = 58;
const BLOCK = 32;
const LEAST = 5;

/** The spans in pixels, ascending and separate, each wide enough to be visible. */
function blocks(spans: Timeline["rows"][number]["spans"], scale: TimeScale): [left: number, right: number][] {
  const seen = spans
    .filter(([from, to]) => isDrawable(from) && isDrawable(to) && to >= from && to >= scale.from && from <= scale.to)
    .sort((a, b) => a[0] - b[0]);
  const placed: [number, number][] = [];
  for (const [from, to] of seen) {
    const left = Math.min(timeAt(scale, from), scale.right - LEAST);
    const right = Math.max(timeAt(scale, to), left + LEAST);
    const last = placed.at(-1);
    if (last !== undefined && left < last[1] + 1) last[1] = Math.max(last[1], right);
    else placed.push([left, right]);
  }
  return placed;
}

/** Draws a timeline of streams. */
export function timelineScene(chart: Timeline): Scene {
  const height = Math.max(1, chart.rows.length) * ROW;
  const { scene, top } = framed(chart, height + 52);
  const { shapes } = scene;
  const labels = fitApart(
    chart.rows.map(({ label }) => label),
    270,
    { size: LABEL },
  );
  const sums = chart.rows.map(({ text }) => fit(text, 170, { size: LABEL, bold: true }));
  const names = Math.ceil(Math.max(60, ...labels.map(({ width }) => width)));
  const ends = Math.ceil(Math.max(0, ...sums.map(({ width }) => width)));
  const left = MARGIN + names + 24;
  const right = WIDTH - MARGIN - ends - 24;
  const scale: TimeScale = { from: chart.from, to: chart.to, left, right };
  const bottom = top + height;
  const on = ticksOn(scale, chart.ticks);
  on.forEach(({ x }, i) => {
    if (i % 2 === 0) shapes.push(box(x, top, (on[i + 1]?.x ?? right) - x, height, "band"));
  });
  chart.rows.forEach(({ spans }, i) => {
    const middle = top + i * ROW + ROW / 2;
    if (i > 0) shapes.push(box(MARGIN, top + i * ROW - 1, WIDTH - 2 * MARGIN, 2, "grid"));
    const look = { size: LABEL, ink: "text" } as const;
    shapes.push(textAt({ ...labels[i]!, room: names }, MARGIN, middle + 10, look));
    shapes.push(
      textAt({ ...sums[i]!, room: ends }, WIDTH - MARGIN, middle + 10, { ...look, bold: true, anchor: "end" }),
    );
    for (const [from, to] of blocks(spans, scale)) {
      shapes.push(box(from, middle - BLOCK / 2, to - from, BLOCK, "live", Math.min(6, (to - from) / 2)));
    }
  });
  shapes.push(box(left, bottom, right - left, 2, "axis"));
  shapes.push(...tickLabels(on, bottom + 44, WIDTH - MARGIN));
  return scene;
}
