/** One line of a benchmark's table: what was measured, and its figures. */
export type Row = { what: string } & Record<string, string | number>;

/** What the command line says beyond the benchmark's name. */
export interface Options {
  /** A file of recorded broadcasts. */
  traces?: string | undefined;
  seed?: number | undefined;
  /** As many targets at the most. */
  most?: number | undefined;
  /** The only scenario to run. */
  scenario?: string | undefined;
  /** Where each poll is written to. */
  log?: string | undefined;
}

/** Something that is measured from time to time. */
export interface Bench {
  name: string;
  run: (options: Options) => Promise<Row[]>;
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** What nineteen in twenty of some numbers are below, or are. */
export const at95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
