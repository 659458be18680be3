import { type Bars, type Chart, type Lines, MAX_ROWS, type Timeline } from "../core/chart.ts";
import { framed, LABEL, MARGIN, SMALL, WIDTH } from "./frame.ts";
import { fit, fitApart, textAt, widthOf } from "./lettering.ts";
import { bounded, clamp, isDrawable, spread, stepped, thinned } from "./numbers.ts";
import { runsOf, type Scale, scaleOf, tickLabels, ticksOn, timeAt, type TimeScale, valuesOf } from "./plot.ts";
import { box, dot, type Scene, type Shape } from "./scene.ts";
import { LINE_INKS } from "./theme.ts";

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

const HEIGHT = 372;
const PEN = 5;
const COLUMN = 3;
const NAMES = 320;

const widest = (texts: { width: number }[]): number => Math.ceil(Math.max(0, ...texts.map(({ width }) => width)));

/** The names and last values next to the lines: two columns, values at the right. */
function named({ lines }: Lines): { names: ReturnType<typeof fit>[]; texts: ReturnType<typeof fit>[]; width: number } {
  const texts = lines.map(({ text }) => fit(text, 170, { size: LABEL }));
  const values = widest(texts) > 0 ? widest(texts) + 16 : 0;
  const room = NAMES - values;
  const names = fitApart(
    lines.map(({ label }) => label),
    room,
    { size: LABEL, bold: true },
  );
  const column = widest(names);
  return { names: names.map((name) => ({ ...name, room: column })), texts, width: column + values };
}

function gridOf(scale: Scale, y: (value: number) => number, left: number, right: number, chart: Lines): Shape[] {
  return scale.marks.flatMap(({ value, text }) => {
    const at = Math.round(y(value));
    const zero = chart.unit !== "place" && value === 0;
    const label = fit(text, 200, { size: SMALL });
    return [
      box(left, at - 1, right - left, 2, zero ? "axis" : "grid"),
      textAt(label, left - 16, at + 9, { size: SMALL, anchor: "end", ink: "muted" }),
    ];
  });
}

/** Draws a line chart. */
function linesScene(chart: Lines): Scene {
  const { scene, top } = framed(chart, HEIGHT + 60);
  const { shapes } = scene;
  const scale = scaleOf(chart.unit, valuesOf(chart));
  const upper = top + 14;
  const bottom = top + HEIGHT;
  const { names, texts, width } = named(chart);
  const axis = Math.max(20, ...scale.marks.map(({ text }) => widthOf(text, SMALL, false)));
  const left = MARGIN + Math.ceil(axis) + 16;
  const right = WIDTH - MARGIN - width - 34;
  const time: TimeScale = { from: chart.from, to: chart.to, left: left + 4, right };
  const share = (value: number): number => clamp((value - scale.low) / (scale.high - scale.low || 1), 0, 1);
  const y = (value: number): number =>
    chart.unit === "place" ? upper + share(value) * (bottom - upper) : bottom - share(value) * (bottom - upper);
  shapes.push(...gridOf(scale, y, left, right, chart));
  const on = ticksOn(time, chart.ticks);
  shapes.push(...tickLabels(on, bottom + 56, Math.min(right + 90, WIDTH)));

  const drawn = chart.lines.map((line, i) => {
    const runs = runsOf(line, (at) => timeAt(time, at), y, chart);
    const paths = runs.map((run) => thinned(chart.unit === "place" ? stepped(run) : run, COLUMN));
    return {
      ink: LINE_INKS[i % LINE_INKS.length]!,
      paths,
      last: paths.at(-1)?.slice(-2),
      name: names[i]!,
      text: texts[i]!,
    };
  });
  if (drawn.length === 1 && chart.unit !== "place" && scale.low <= 0 && scale.high >= 0) {
    const zero = Math.round(y(0));
    for (const path of drawn[0]!.paths) {
      if (path.length > 2)
        shapes.push({ kind: "area", points: [path[0]!, zero, ...path, path.at(-2)!, zero], fill: "tint" });
    }
  }
  // The first line matters most, so it is painted last.
  for (const { ink, paths } of drawn.toReversed()) {
    for (const points of paths) {
      if (points.length > 2) shapes.push({ kind: "stroke", points, width: PEN, ink, halo: drawn.length > 1 });
      else shapes.push(dot(points[0]!, points[1]!, 7, ink));
    }
  }
  const ending = drawn.flatMap(({ last, ...line }) => (last === undefined ? [] : [{ ...line, last }]));
  const places = spread(
    ending.map(({ last }) => last[1]!),
    40,
    upper,
    bottom,
  );
  ending.forEach(({ ink, name, text, last }, i) => {
    const [x, y] = [last[0]!, last[1]!];
    const labelX = right + 34;
    const place = places[i]!;
    if (Math.abs(place - y) > 8 && x > right - 40) {
      shapes.push({ kind: "stroke", points: [x, y, labelX - 8, place], width: 2, ink, halo: false });
    }
    shapes.push(dot(x, y, 7, ink));
    shapes.push(textAt(name, labelX, place + 10, { size: LABEL, bold: true, ink }));
    shapes.push(textAt(text, WIDTH - MARGIN, place + 10, { size: LABEL, anchor: "end", ink: "text" }));
  });
  return scene;
}

/** The scene of a chart. Rows beyond the maximum are omitted. */
export function sceneOf(chart: Chart): Scene {
  if (chart.form === "timeline") return timelineScene({ ...chart, rows: chart.rows.slice(0, MAX_ROWS) });
  if (chart.form === "lines") return linesScene({ ...chart, lines: chart.lines.slice(0, MAX_ROWS) });
  return barsScene({ ...chart, rows: chart.rows.slice(0, MAX_ROWS) });
}

const ROW = 58;
const BLOCK = 32;
const LEAST_WIDTH = 5;

/** The spans in pixels, ascending and separate, each wide enough to be visible. */
function blocks(spans: Timeline["rows"][number]["spans"], scale: TimeScale): [left: number, right: number][] {
  const seen = spans
    .filter(([from, to]) => isDrawable(from) && isDrawable(to) && to >= from && to >= scale.from && from <= scale.to)
    .sort((a, b) => a[0] - b[0]);
  const placed: [number, number][] = [];
  for (const [from, to] of seen) {
    const left = Math.min(timeAt(scale, from), scale.right - LEAST_WIDTH);
    const right = Math.max(timeAt(scale, to), left + LEAST_WIDTH);
    const last = placed.at(-1);
    if (last !== undefined && left < last[1] + 1) last[1] = Math.max(last[1], right);
    else placed.push([left, right]);
  }
  return placed;
}

/** The longest time at the end of a row, such as "720 Std. 58 Min.". */
const SUM = 240;

/** Draws a timeline of streams. */
function timelineScene(chart: Timeline): Scene {
  const height = Math.max(1, chart.rows.length) * ROW;
  const { scene, top } = framed(chart, height + 52);
  const { shapes } = scene;
  const labels = fitApart(
    chart.rows.map(({ label }) => label),
    270,
    { size: LABEL },
  );
  const sums = chart.rows.map(({ text }) => fit(text, SUM, { size: LABEL, bold: true }));
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
