import type { Child } from "hono/jsx";
import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import { dateLabel } from "../../core/calendar.ts";
import { placeText } from "../../core/places.ts";
import { clamp, stepped, thinned } from "../../pictures/numbers.ts";
import { runsOf, scaleOf, timeAt, valuesOf } from "../../pictures/plot.ts";
import { median } from "../../sections/robust.ts";
import { language, t } from "../words/text.ts";
import { COLUMN, downOf, LOOK, pathOf } from "./chart.tsx";
import { Name } from "./name.tsx";
import { useScene } from "./scene.ts";

const WIDTH = 200;
const HEIGHT = 64;

/** What stands beside a line: whether it rises, falls or does neither, and what it comes from. */
export interface Beside {
  tone: "up" | "down" | "plain";
  details?: Child;
  /** Where its name leads. */
  href?: string;
}

interface SmallChartsProps {
  chart: Lines;
  most?: number;
  /** In the order of the lines. */
  beside: Beside[];
  /** A line to compare all with, in gray. */
  usual?: Lines["lines"][number]["points"];
  /** What the charts leave out; null for nothing. */
  note?: string | null;
  /** Writes a value of the scale with its unit, where the chart's does not. */
  unit?: (text: string) => string;
}

/** A line that spans this many times more than the others usually do would flatten them. */
const OUTLIER = 4;

const spanOf = (values: number[]): number => Math.max(...values) - Math.min(...values);

/** True if one scale would flatten most lines. */
function isUneven(lines: Lines["lines"], chart: Lines): boolean {
  const spans = lines.map((line) => spanOf(valuesOf({ ...chart, lines: [line] }))).filter((span) => span > 0);
  return spans.length > 1 && Math.max(...spans) > OUTLIER * median(spans)!;
}

/**
 * Each line in a chart of its own, so that lines never cross and each name stands at its line. All are on one scale,
 * unless an outlier would flatten the others.
 */
export function SmallCharts({
  chart,
  most = MAX_ROWS,
  beside,
  usual = [],
  note = null,
  unit = (text) => text,
}: SmallChartsProps) {
  const lines = chart.lines.slice(0, most);
  const { zone } = useScene();
  const isPlace = chart.unit === "place";
  const scaleFor = (drawn: Lines["lines"]) =>
    scaleOf(chart.unit, valuesOf({ ...chart, lines: [...drawn, { label: "", text: "", points: usual }] }), LOOK);
  const shared = scaleFor(lines);
  const own = !isPlace && isUneven(lines, chart);
  const time = { from: chart.from, to: chart.to, left: 0, right: WIDTH };
  const [first, last] = [dateLabel(language(), chart.from, zone), dateLabel(language(), chart.to - 1, zone)];
  return (
    <>
      <ul class="smalls" aria-label={chart.alt}>
        {lines.map((line, place) => {
          const { tone, details, href }: Beside = beside[place] ?? { tone: "plain" };
          const scale = own ? scaleFor([line]) : shared;
          const down = downOf(scale, isPlace);
          const zero = isPlace ? 0 : down(clamp(0, scale.low, scale.high)) * HEIGHT;
          const drawn = (one: Lines["lines"][number]): string =>
            runsOf(
              one,
              (at) => timeAt(time, at),
              (value) => down(value) * HEIGHT,
              chart,
            )
              .map((run) => pathOf(thinned(isPlace ? stepped(run) : run, COLUMN)))
              .join("");
          return (
            <li>
              <b>
                {href === undefined ? (
                  <Name of={line.label} />
                ) : (
                  <a href={href}>
                    <Name of={line.label} />
                  </a>
                )}
              </b>
              <span class={`value ${tone}`}>{line.text}</span>
              <svg
                class="plot"
                viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`${line.label}: ${line.text}`}
              >
                <line x1="0" x2={WIDTH} y1={zero} y2={zero} />
                {usual.length === 0 ? null : <path class="usual" d={drawn({ label: "", text: "", points: usual })} />}
                <path class={tone} d={drawn(line)} />
              </svg>
              <p class="ends" aria-hidden="true">
                <span>{first}</span>
                <span>{last}</span>
              </p>
              {details}
            </li>
          );
        })}
      </ul>
      <p class="soft small bd">
        {own
          ? t("Each on its own scale, because they differ so much")
          : t("One scale for all: {low} to {high}", {
              low: isPlace ? placeText(language(), shared.low) : (shared.marks[0]?.text ?? ""),
              high: isPlace ? placeText(language(), shared.high) : unit(shared.marks.at(-1)?.text ?? ""),
            })}
        {note === null ? "" : ` · ${note}`}
      </p>
    </>
  );
}
