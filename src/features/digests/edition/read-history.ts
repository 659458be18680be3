import type { Json } from "../../../core/json.ts";
import type { Past } from "../../../sections/section.ts";
import { targetKinds } from "../../../kinds/registry.ts";

/** Selects targets and the parts of their history to read. */
export interface HistoryQuery {
  watchlistId: string | null;
  /** Only these targets; all if omitted. */
  ids?: string[];
  kind: string;
  /** Event types with the required fields of their data; detected after `eventsFrom`, epoch ms. */
  events: Record<string, readonly string[]>;
  eventsFrom: number;
  /** Prefixes of series, and the instants of the required values, ascending. */
  series: readonly string[];
  grid: number[];
}

/** The history of a target with its stored state instead of the snapshot. */
export type StoredHistory = Omit<Past, "snapshot"> & { state: Json };

export interface HistoryDeps {
  /** A page of at most `max` targets with ids above `after`, ordered by id. */
  pasts(query: HistoryQuery, after: string | null, max: number): Promise<StoredHistory[]>;
}

/** The history of a target, with the snapshot of its state. */
export const historyOfTarget = (kind: string, { state, ...history }: StoredHistory): Past => ({
  ...history,
  snapshot: state === null ? null : targetKinds[kind]!.snapshot(state),
});
