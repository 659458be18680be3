import type { Child } from "hono/jsx";
import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import { dateLabel } from "../../core/calendar.ts";
import { clamp, stepped, thinned } from "../../pictures/numbers.ts";
import { runsOf, scaleOf, timeAt, valuesOf } from "../../pictures/plot.ts";
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
}

interface SmallChartsProps {
  chart: Lines;
  most?: number;
  /** In the order of the lines. */
  beside: Beside[];
  /** Writes a value of the scale with its unit, where the chart's does not. */
  unit?: (text: string) => string;
}

/** Each line in a chart of its own, all on one scale, so that lines never cross and each name stands at its line. */
export function SmallCharts({ chart, most = MAX_ROWS, beside, unit = (text) => text }: SmallChartsProps) {
  const lines = chart.lines.slice(0, most);
  const { zone } = useScene();
  const isPlace = chart.unit === "place";
  const scale = scaleOf(chart.unit, valuesOf(chart), LOOK);
  const down = downOf(scale, isPlace);
  const time = { from: chart.from, to: chart.to, left: 0, right: WIDTH };
  const zero = isPlace ? 0 : down(clamp(0, scale.low, scale.high)) * HEIGHT;
  const [first, last] = [dateLabel(language(), chart.from, zone), dateLabel(language(), chart.to - 1, zone)];
  return (
    <>
      <ul class="smalls" aria-label={chart.alt}>
        {lines.map((line, place) => {
          const { tone, details } = beside[place] ?? { tone: "plain" };
          const runs = runsOf(
            line,
            (at) => timeAt(time, at),
            (value) => down(value) * HEIGHT,
            chart,
          ).map((run) => thinned(isPlace ? stepped(run) : run, COLUMN));
          return (
            <li>
              <b class="cut">
                <Name of={line.label} />
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
                <path class={tone} d={runs.map(pathOf).join("")} />
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
        {t("One scale for all: {low} to {high}", {
          low: scale.marks[0]?.text ?? "",
          high: unit(scale.marks.at(-1)?.text ?? ""),
        })}
      </p>
    </>
  );
}
