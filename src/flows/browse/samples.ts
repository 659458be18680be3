import { iso } from "../../core/instant.ts";
import type { Listed } from "./page.ts";

/** A point of a target's time series: what each series was at an instant, epoch ms. */
export interface Sample {
  at: number;
  /** Tells points of one instant apart. */
  place: number;
  values: Record<string, number>;
}

export interface SampleFilter {
  /** Bounds of `at`, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** A series by name, or all whose names begin as one that ends in `*` does. */
  series?: string | undefined;
}

/** Newest first; the second part is the place. */
export type SampleKey = [at: number, place: number];

/** Tells the series that a pattern of the filter means. */
export const seriesOf = (pattern: string): ((name: string) => boolean) =>
  pattern.endsWith("*") ? (name) => name.startsWith(pattern.slice(0, -1)) : (name) => name === pattern;

/** A sample as the API shows it. */
export const sampleView = ({ at, values }: Sample) => ({ at: iso(at), values });

/** A page of two lists of samples, from a page of each. */
export function mergedSamples(
  one: Listed<Sample, SampleKey>,
  other: Listed<Sample, SampleKey>,
  limit: number,
): Listed<Sample, SampleKey> {
  const all = [...one.items, ...other.items].sort((a, b) => b.at - a.at || b.place - a.place);
  const items = all.slice(0, limit);
  const last = items.at(-1);
  const more = all.length > limit || one.next !== null || other.next !== null;
  return { items, next: more && last !== undefined ? [last.at, last.place] : null };
}
