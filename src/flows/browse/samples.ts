import { iso } from "../../core/instant.ts";

/** A point of a target's time series: what each series was at an instant, epoch ms. */
export interface Sample {
  at: number;
  values: Record<string, number>;
}

export interface SampleFilter {
  /** Bounds of `at`, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** A series by name, or all whose names begin as one that ends in `*` does. */
  series?: string | undefined;
}

/** Newest first; the second part tells points of one instant apart. */
export type SampleKey = [at: number, place: number];

/** Tells the series that a pattern of the filter means. */
export const seriesOf = (pattern: string): ((name: string) => boolean) =>
  pattern.endsWith("*") ? (name) => name.startsWith(pattern.slice(0, -1)) : (name) => name === pattern;

/** A sample as the API shows it. */
export const sampleView = ({ at, values }: Sample) => ({ at: iso(at), values });
