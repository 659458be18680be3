interface ChartHead {
  title: string;
  /** What is shown, and when: "Airtime, 9 – 16 Nov". */
  subtitle: string;
  /** The picture in words, for those who do not see it: at most 1,000 characters. */
  alt: string;
  /** A line below, such as an honest word about thin data; null for none. */
  note: string | null;
}

/** A mark on the time axis. */
interface TimeTick {
  at: number;
  label: string;
}

/** Who broadcast when: a row a creator, a bar a span (epoch ms), the sum at its end. */
export interface Timeline extends ChartHead {
  form: "timeline";
  from: number;
  to: number;
  ticks: TimeTick[];
  rows: { label: string; text: string; spans: [from: number, to: number][] }[];
}

/** Values over time, a line each with its name and last value at its end. Places grow downwards: the first is on top. */
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
 * What a picture shows, before anyone draws it. Texts may come from outside, in any script and of any length: who draws
 * cuts them. At most eight rows or lines.
 */
export type Chart = Timeline | Lines | Bars;

/** The most rows or lines of a chart. */
export const MAX_ROWS = 8;
