import { MAX_ROWS, type Chart, type Bars } from "../core/chart.ts";
import { framed, LABEL, MARGIN, SMALL, WIDTH } from "./frame.ts";
import { fit, fitApart, textAt } from "./lettering.ts";
import { linesScene } from "./lines.ts";
import { bounded, isDrawable } from "./numbers.ts";
import { box, type Scene } from "./scene.ts";
import { timelineScene } from "./timeline.ts";

const BAR = 34;
const LEAST = 4;
const GAP = 14;

/** Draws a bar chart. */
function barsScene(chart: Bars): Scene {
  const detailed = chart.rows.some(({ detail }) => detail !== null);
  const step = detailed ? 82 : 60;
  const { scene, top } = framed(chart, Math.max(1, chart.rows.length) * step);
  const { shapes } = scene;
  const labels = fitApart(
    chart.rows.map(({ label }) => label),
    320,
    { size: LABEL },
  );
  const rows = chart.rows.map(({ value, text, detail }, i) => ({
    value: isDrawable(value) ? bounded(value) : 0,
    label: labels[i]!,
    text: fit(text, 200, { size: LABEL, bold: true }),
    detail: detail === null ? null : fit(detail, 320, { size: SMALL }),
  }));
  const names = Math.ceil(Math.max(60, ...rows.map(({ label, detail }) => Math.max(label.width, detail?.width ?? 0))));
  const left = MARGIN + names + 28;
  const right = WIDTH - MARGIN;
  const below = rows.filter(({ value }) => value < 0);
  const above = rows.filter(({ value }) => value >= 0);
  const max = Math.max(0, ...above.map(({ value }) => value));
  const least = Math.min(0, ...below.map(({ value }) => value));
  const room = (side: typeof rows): number => Math.max(0, ...side.map(({ text }) => text.width + GAP));
  const free = right - left - room(below) - room(above);
  const scale = free / (max - least || 1);
  const zero = Math.round(left + room(below) - least * scale);
  rows.forEach(({ value, label, text, detail }, i) => {
    const middle = top + i * step + step / 2;
    const length = value === 0 ? 0 : Math.max(LEAST, Math.abs(value) * scale);
    const up = value >= 0;
    const round = Math.min(7, length);
    shapes.push(
      textAt({ ...label, room: names }, MARGIN, middle + (detail === null ? 10 : -5), { size: LABEL, ink: "text" }),
    );
    if (detail !== null)
      shapes.push(textAt({ ...detail, room: names }, MARGIN, middle + 27, { size: SMALL, ink: "muted" }));
    if (length > 0) {
      const bar = box(up ? zero : zero - length, middle - BAR / 2, length, BAR, up ? "up" : "down");
      shapes.push({ ...bar, roundLeft: up ? 0 : round, roundRight: up ? round : 0 });
    }
    const x = up ? zero + length + GAP : zero - length - GAP;
    shapes.push(textAt(text, x, middle + 10, { size: LABEL, bold: true, anchor: up ? "start" : "end", ink: "text" }));
  });
  if (rows.length > 0) shapes.push(box(zero - 1, top, 2, rows.length * step, "axis"));
  return scene;
}

/** The scene of a chart. Rows beyond the maximum are omitted. */
export function sceneOf(chart: Chart): Scene {
  if (chart.form === "timeline") return timelineScene({ ...chart, rows: chart.rows.slice(0, MAX_ROWS) });
  if (chart.form === "lines") return linesScene({ ...chart, lines: chart.lines.slice(0, MAX_ROWS) });
  return barsScene({ ...chart, rows: chart.rows.slice(0, MAX_ROWS) });
}
