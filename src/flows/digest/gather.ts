import type { Json, JsonObject } from "../../core/json.ts";
import { sections } from "../../sections/registry.ts";
import type { Frame, Past } from "../../sections/section.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { Content, DigestFacts } from "./digest.ts";

/** Which past is wanted, of which targets. */
export interface HistoryQuery {
  watchlistId: string | null;
  /** Only these targets; all where it is left out. */
  ids?: string[];
  kind: string;
  /** Event types, and the fields of their data; detected after `eventsFrom`, epoch ms. */
  events: Record<string, readonly string[]>;
  eventsFrom: number;
  /** The beginnings of series' names, and the instants at which their values are wanted, ascending. */
  series: readonly string[];
  grid: number[];
}

/** A target's past with what it remembers now, not yet shown. */
export type StoredHistory = Omit<Past, "snapshot"> & { state: Json };

export interface GatherDeps {
  /** A page of targets by id, at most `most`, those after `after`. */
  pasts(query: HistoryQuery, after: string | null, max: number): Promise<StoredHistory[]>;
}

/** Targets in one page: time series are long. */
const PAGE = 1000;
const PAGE_WITH_SERIES = 100;

/** What each section of a digest says of a period: page by page, so that memory holds one page and what was measured. */
export async function gather(
  { watchlistId, timezone, sections: names }: DigestFacts,
  { from, to }: Pick<Frame, "from" | "to">,
  deps: GatherDeps,
): Promise<Content> {
  const frame: Frame = { from, to, timezone };
  const content: Content = {};
  for (const name of names) {
    const section = sections[name];
    if (section === undefined) continue;
    const { kind, events, series } = section;
    const query = {
      watchlistId,
      kind,
      events,
      eventsFrom: section.eventsFrom(frame),
      series,
      grid: section.grid(frame),
    };
    const max = query.grid.length === 0 ? PAGE : PAGE_WITH_SERIES;
    const measures: unknown[] = [];
    for (let after: string | null = null, full = true; full;) {
      const page: StoredHistory[] = await deps.pasts(query, after, max);
      for (const history of page) measures.push(section.measure(historyOfTarget(kind, history), frame));
      full = page.length === max;
      after = page.at(-1)?.target.id ?? null;
    }
    content[name] = section.conclude(measures, frame) as JsonObject;
  }
  return content;
}

/** What was stored of a target, with what it remembers as it is shown. */
export const historyOfTarget = (kind: string, { state, ...history }: StoredHistory): Past => ({
  ...history,
  snapshot: state === null ? null : targetKinds[kind]!.snapshot(state),
});
