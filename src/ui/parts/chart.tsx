import { raw } from "hono/html";
import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import { clamp, isDrawable, spread, stepped, thinned } from "../../pictures/numbers.ts";
import { runsOf, scaleOf, timeAt, valuesOf, type Scale } from "../../pictures/plot.ts";
import { Name } from "./name.tsx";

const WIDTH = 600;
const HEIGHT = 168;
/** A column is this many units wide, and at most four points are drawn in it. */
export const COLUMN = 2;
const MAX_GRID_LINES = 4;
/** The minimum distance between names at the ends of lines, in percent of the height. */
const NAME_GAP = 13;

export const LOOK = { fromZero: true, most: MAX_GRID_LINES } as const;

const percent = (share: number): number => Math.round(clamp(share, 0, 1) * 100);
const rounded = (value: number): number => Math.round(value * 10) / 10;

export const pathOf = (points: readonly number[]): string => {
  const parts: string[] = [];
  for (let i = 0; i < points.length; i += 2)
    parts.push(`${i === 0 ? "M" : "L"}${rounded(points[i]!)} ${rounded(points[i + 1]!)}`);
  // A single point is a line of length zero; its round caps draw a dot.
  return points.length === 2 ? `${parts[0]!}h0` : parts.join("");
};

/** Returns how far down a value is drawn, 0 to 1. For a place in a ranking, the lowest number is on top. */
export const downOf =
  ({ low, high }: Scale, isPlace: boolean) =>
  (value: number): number => {
    const share = clamp((value - low) / (high - low || 1), 0, 1);
    return isPlace ? share : 1 - share;
  };

interface Mark {
  /** The position on the axis, 0 to 1. */
  share: number;
  text: string;
}

const Grid = ({ marks }: { marks: Mark[] }) => (
  <>
    {marks.map(({ share }) => (
      <line x1="0" x2={WIDTH} y1={rounded(share * HEIGHT)} y2={rounded(share * HEIGHT)} />
    ))}
  </>
);

const AxisY = ({ marks }: { marks: Mark[] }) => (
  <div class="y" aria-hidden="true">
    {marks.map(({ share, text }) => (
      <span class={`at-y${percent(share)}`}>{text}</span>
    ))}
  </div>
);

/** The position of the last label, and from where on a label ends at its position on a phone. */
const [LAST_LABEL, LATE_LABEL] = [0.9, 0.7];

/** How many labels fit on a phone: beside names, and alone. */
const FIT = { beside: 2, alone: 4 };

/** Draws the labels of the x axis, from their marks on or `centered` below them; those that do not fit on a phone are hidden there. */
function AxisX({ marks, named = false, centered = false }: { marks: Mark[]; named?: boolean; centered?: boolean }) {
  const displayed = marks.filter(({ share }) => share <= LAST_LABEL);
  const each = Math.ceil(displayed.length / (named ? FIT.beside : FIT.alone));
  const alignment = (share: number): string => (centered ? " mid" : share > LATE_LABEL ? " late" : "");
  return (
    <div class="x" aria-hidden="true">
      {displayed.map(({ share, text }, place) => (
        <span class={`at-x${percent(share)}${alignment(share)}${place % each === 0 ? "" : " roomy"}`}>{text}</span>
      ))}
    </div>
  );
}

const marksOf = (scale: Scale, down: (value: number) => number): Mark[] =>
  scale.marks.map(({ value, text }) => ({ share: down(value), text }));

/** Names that fit beside many lines; a table names the others. */
const MAX_NAMES = 4;

/**
 * Draws values over time, up to `most` lines (eight, at most ten), named at their ends if there are several. A sentence
 * states the same values.
 */
export function LinesPicture({ chart, most = MAX_ROWS }: { chart: Lines; most?: number }) {
  const lines = chart.lines.slice(0, most);
  const isPlace = chart.unit === "place";
  const scale = scaleOf(chart.unit, valuesOf(chart), LOOK);
  const down = downOf(scale, isPlace);
  const time = { from: chart.from, to: chart.to, left: 0, right: WIDTH };
  const drawn = lines.map((line) =>
    runsOf(
      line,
      (at) => timeAt(time, at),
      (value) => down(value) * HEIGHT,
      chart,
    ).map((run) => thinned(isPlace ? stepped(run) : run, COLUMN)),
  );
  const alone = drawn.length === 1 && !isPlace;
  const zero = down(clamp(0, scale.low, scale.high)) * HEIGHT;
  const marks = marksOf(scale, down);
  return (
    <div class={lines.length > 1 ? "chart named" : "chart"} role="img" aria-label={chart.alt}>
      <AxisY marks={marks} />
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Grid marks={marks} />
        {alone
          ? drawn[0]!
              .filter((run) => run.length > 2)
              .map((run) => <path class="area" d={`${pathOf([run[0]!, zero, ...run, run.at(-2)!, zero])}Z`} />)
          : null}
        {drawn.map((runs, place) => <path class={`k${place + 1}`} d={runs.map(pathOf).join("")} />).toReversed()}
      </svg>
      {lines.length > 1 ? (
        <Ends lines={lines.length > MAX_ROWS ? lines.slice(0, MAX_NAMES) : lines} drawn={drawn} />
      ) : null}
      <AxisX
        named={lines.length > 1}
        marks={chart.ticks
          .filter(({ at }) => at >= chart.from && at <= chart.to)
          .map(({ at, label }) => ({ share: timeAt({ ...time, right: 1 }, at), text: label }))}
      />
    </div>
  );
}

/** The names beside the ends of lines, without overlap. */
const Ends = ({ lines, drawn }: { lines: Lines["lines"]; drawn: number[][][] }) => {
  const ending = lines.flatMap(({ label, text }, place) => {
    const y = drawn[place]!.at(-1)?.at(-1);
    return y === undefined ? [] : [{ label, text, y: (y / HEIGHT) * 100, place }];
  });
  const places = spread(
    ending.map(({ y }) => y),
    NAME_GAP,
    0,
    100,
  );
  return (
    <div class="ends" aria-hidden="true">
      {ending.map(({ label, text, place }, i) => (
        <span class={`at-y${percent(places[i]! / 100)} n${place + 1}`}>
          <b class="cut">
            <Name of={label} />
          </b>
          <span>{text}</span>
        </span>
      ))}
    </div>
  );
};

/** A value of a bar chart; null is a gap. */
export interface Column {
  value: number | null;
  /** The label below it; null for none. */
  label: string | null;
  /** True while it is still live. */
  live?: boolean;
}

/** Draws counts as bars from zero, in order of time; `alt` states them in a sentence. */
export function ColumnsPicture({ columns, alt }: { columns: Column[]; alt: string }) {
  const values = columns.flatMap(({ value }) => (isDrawable(value) ? [value] : []));
  const scale = scaleOf("count", values, LOOK);
  const down = downOf(scale, false);
  const step = WIDTH / Math.max(1, columns.length);
  const width = Math.max(1, step * 0.7);
  const marks = marksOf(scale, down);
  return (
    <div class="chart" role="img" aria-label={alt}>
      <AxisY marks={marks} />
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Grid marks={marks} />
        {raw(
          columns
            .map(({ value, live }, place) => {
              if (!isDrawable(value)) return "";
              const top = Math.min(down(value) * HEIGHT, HEIGHT - 1);
              const x = rounded(place * step + (step - width) / 2);
              const size = `width="${rounded(width)}" height="${rounded(HEIGHT - top)}"`;
              return `<rect class="${live === true ? "barr now" : "barr"}" x="${x}" y="${rounded(top)}" ${size}/>`;
            })
            .join(""),
        )}
      </svg>
      <AxisX
        centered
        marks={columns.flatMap(({ label }, place) =>
          label === null ? [] : [{ share: ((place + 0.5) * step) / WIDTH, text: label }],
        )}
      />
    </div>
  );
}
