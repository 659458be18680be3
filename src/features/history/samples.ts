import type { SampleAnswer } from "./shape.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Target } from "../creators/resource/form.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { EventFilter } from "../../core/filter.ts";
import type { Listed, Page, SeqKey } from "../../core/page.ts";

/** A point of a target's time series: values by series at an instant, epoch ms. */
export interface Sample {
  at: number;
  /** Distinguishes points of the same instant. */
  place: number;
  values: Record<string, number>;
}

export interface SampleFilter {
  /** Bounds of `at`, inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** The name of a series, or a prefix that ends in `*`. */
  series?: string | undefined;
}

export interface SamplePorts {
  samples(id: string, filter: SampleFilter, page: Page<SampleKey>): Promise<Listed<Sample, SampleKey>>;
}

/** Newest first; the second part is `place`. */
export type SampleKey = [at: number, place: number];

/** Returns the predicate for the series that a pattern matches. */
export const seriesOf = (pattern: string): ((name: string) => boolean) =>
  pattern.endsWith("*") ? (name) => name.startsWith(pattern.slice(0, -1)) : (name) => name === pattern;

type Named = Pick<Target, "id" | "kind" | "name" | "state">;

interface NamingDeps {
  list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
}

/** The number of events that are searched for names of what no longer exists. */
const MAX_EVENTS = 200;

/**
 * The name of what each series measures: a hashtag, a product, a ranking, or the target itself. What no longer exists
 * has the name in its latest event, otherwise its id.
 */
async function namesOf(
  { id, kind, name: own, state }: Named,
  samples: Sample[],
  deps: NamingDeps,
): Promise<Map<string, string>> {
  const { measured, events } = targetKinds[kind]!;
  const names = new Map<string, string>();
  const known = state === null ? {} : measured?.known(state);
  for (const [of, displayName] of Object.entries(known ?? {})) if (displayName !== null) names.set(of, displayName);
  const series = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))];
  if (measured !== undefined && series.some((one) => idIn(one) !== null && !names.has(idIn(one)!))) {
    // Those of a list are `item.*`, those of products `product.*`.
    const [prefix] = Object.keys(events)[0]!.split(".");
    const { items } = await deps.list({ targetId: id, type: `${prefix}.*` }, { limit: MAX_EVENTS, after: null });
    for (const { data } of items) {
      const [of, displayName] = measured.named(data);
      if (typeof of === "string" && typeof displayName === "string" && !names.has(of)) names.set(of, displayName);
    }
  }
  return new Map(series.map((one) => [one, nameOf(idIn(one), own, names)]));
}

const nameOf = (id: string | null, own: string, names: Map<string, string>): string =>
  id === null ? own : (names.get(id) ?? names.get(id.split("/", 1)[0]!) ?? id);

/** The id in the name of a series, such as `views:7012`; null if it has none. */
const idIn = (series: string): string | null => /^[^:]*:(.*)$/s.exec(series)?.[1] ?? null;

/** A sample with the names of what its series measure, and the currencies of prices. */
export interface NamedSample extends Sample {
  names: Record<string, string>;
  currencies: Record<string, string>;
}

/** Adds names to a page of samples. */
export async function named(
  target: Named,
  { items, next }: Listed<Sample, SampleKey>,
  deps: NamingDeps,
): Promise<Listed<NamedSample, SampleKey>> {
  const names = await namesOf(target, items, deps);
  const { state, kind } = target;
  const currencyOf = (series: string): string | null =>
    state === null ? null : (targetKinds[kind]?.measured?.currency?.(state, series) ?? null);
  const withNames = items.map((one) => {
    const all = Object.keys(one.values);
    return {
      ...one,
      names: Object.fromEntries(all.map((series) => [series, names.get(series) ?? series])),
      currencies: Object.fromEntries(
        all.flatMap((series) => {
          const currency = currencyOf(series);
          return currency === null ? [] : [[series, currency]];
        }),
      ),
    };
  });
  return { items: withNames, next };
}

/** A sample as the API serializes it. */
export const sampleView = ({ at, values, names, currencies }: NamedSample): SampleAnswer => ({
  at: iso(at),
  values,
  names,
  ...(Object.keys(currencies).length === 0 ? {} : { currencies }),
});

const inOrder = ([at, place]: SampleKey, [otherAt, otherPlace]: SampleKey): number =>
  otherAt - at || otherPlace - place;

const keyOf = ({ at, place }: Sample): SampleKey => [at, place];

/** Merges a page of each of two lists, as far as both are known. */
export function mergedSamples(
  one: Listed<Sample, SampleKey>,
  other: Listed<Sample, SampleKey>,
  limit: number,
): Listed<Sample, SampleKey> {
  const [end = null] = [one.next, other.next].filter((key) => key !== null).sort(inOrder);
  const known = [...one.items, ...other.items]
    .filter((sample) => end === null || inOrder(keyOf(sample), end) <= 0)
    .sort((a, b) => inOrder(keyOf(a), keyOf(b)));
  return known.length > limit
    ? { items: known.slice(0, limit), next: keyOf(known[limit - 1]!) }
    : { items: known, next: end };
}
