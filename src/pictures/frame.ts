import type { Chart } from "../core/chart.ts";
import { fit, textAt, widthOf, wrap } from "./lettering.ts";
import { box, dot, type Scene } from "./scene.ts";

/** The width of all pictures. */
export const WIDTH = 1000;
/** The margin on each side. */
export const MARGIN = 48;
/** The font size of labels, and of smaller text. */
export const LABEL = 28;
export const SMALL = 25;

const TITLE = 40;
const MARK = "Tallylight";
const ROOM = WIDTH - 2 * MARGIN;

/**
 * Draws the card around a chart whose body has this height: title, subtitle, note and mark. The body starts at `top`.
 */
export function framed(chart: Chart, body: number): { scene: Scene; top: number } {
  const shapes: Scene["shapes"] = [];
  const title = fit(chart.title, ROOM, { size: TITLE, bold: true, fallback: MARK });
  const subtitle = fit(chart.subtitle, ROOM, { size: LABEL });
  const markWidth = widthOf(MARK, SMALL, true);
  const noteRoom = ROOM - markWidth - 72;
  const notes = chart.note === null ? [] : wrap(chart.note, 2, noteRoom, { size: SMALL });
  const top = 156;
  const foot = top + body + 52;
  const lines = Math.max(1, notes.length);
  const height = Math.round(foot + (lines - 1) * 34 + 36);
  shapes.push(box(0, 0, WIDTH, height, "surface"));
  shapes.push(textAt(title, MARGIN, 82, { size: TITLE, bold: true, ink: "text" }));
  shapes.push(textAt(subtitle, MARGIN, 126, { size: LABEL, ink: "muted" }));
  notes.forEach((note, i) => shapes.push(textAt(note, MARGIN, foot + i * 34, { size: SMALL, ink: "muted" })));
  const mark = fit(MARK, markWidth + 1, { size: SMALL, bold: true });
  const markY = foot + (lines - 1) * 34;
  const right = WIDTH - MARGIN;
  shapes.push(dot(right - markWidth - 18, markY - 9, 8, "live"));
  shapes.push(textAt(mark, right, markY, { size: SMALL, bold: true, anchor: "end", ink: "muted" }));
  return { scene: { width: WIDTH, height, title: chart.title, alt: chart.alt, shapes }, top };
}
