interface ChartHead {
  title: string;
  /** What the chart shows and when: "Airtime, 9 – 16 Nov". */
  subtitle: string;
  /** Text alternative, at most 1,000 characters. */
  alt: string;
  /** A line below the chart, such as a warning about sparse data; null for none. */
  note: string | null;
}

/** A labelled mark on the time axis. */
interface TimeTick {
  at: number;
  label: string;
}

/** Streams over time: one row per creator, one bar per span (epoch ms), the total at the end of the row. */
export interface Timeline extends ChartHead {
  form: "timeline";
  from: number;
  to: number;
  ticks: TimeTick[];
  rows: { label: string; text: string; spans: [from: number, to: number][] }[];
}

/**
 * Values over time: one line each, with its name and last value at its end. For places the axis points down: first
 * place is on top.
 */
export interface Lines extends ChartHead {
  form: "lines";
  from: number;
  to: number;
  ticks: TimeTick[];
  unit: "percent" | "place" | "count";
  /** A null value breaks the line. */
  lines: { label: string; text: string; points: [at: number, value: number | null][] }[];
}

/** Values side by side, from zero to either side. */
export interface Bars extends ChartHead {
  form: "bars";
  rows: { label: string; value: number; text: string; detail: string | null }[];
}

/**
 * The data of a chart, independent of its rendering. Texts may come from outside, in any script and length; the
 * renderer shortens them. At most `MAX_ROWS` rows or lines.
 */
export type Chart = Timeline | Lines | Bars;

/** The maximum number of rows or lines. */
export const MAX_ROWS = 8;
