import { MAX_ROWS, type Chart } from "../core/chart.ts";
import { barsScene } from "./bars.ts";
import { linesScene } from "./lines.ts";
import type { Scene } from "./scene.ts";
import { timelineScene } from "./timeline.ts";

/** The scene of a chart. Rows beyond the maximum are omitted. */
export function sceneOf(chart: Chart): Scene {
  if (chart.form === "timeline") return timelineScene({ ...chart, rows: chart.rows.slice(0, MAX_ROWS) });
  if (chart.form === "lines") return linesScene({ ...chart, lines: chart.lines.slice(0, MAX_ROWS) });
  return barsScene({ ...chart, rows: chart.rows.slice(0, MAX_ROWS) });
}
