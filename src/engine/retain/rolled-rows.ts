import type { Json } from "../../core/json.ts";
import { rolledEvent, type RolledEvent, type RolledType, type ViewerSample } from "../../core/month-row.ts";

/** The values of an event `e` that `rolledIn` reads. */
export const ROLLED_VALUES = `e.seq, e.type, e.occurred_at, e.detected_at, e.data -> '$.startedAt',
  e.data -> '$.peakViewers', e.data -> '$.startedAfter', e.window_from`;

export type RolledValues = [
  seq: number,
  type: RolledType,
  occurredAt: number,
  detectedAt: number,
  startedAt: Json,
  peakViewers: Json,
  startedAfter: Json,
  windowFrom: number | null,
];

/** The event of its values. */
export const rolledIn = ([
  seq,
  type,
  occurredAt,
  detectedAt,
  startedAt,
  peakViewers,
  startedAfter,
  windowFrom,
]: RolledValues): RolledEvent =>
  rolledEvent({ seq, type, occurredAt, detectedAt }, { startedAt, startedAfter, seenUntil: windowFrom, peakViewers });

/** A run of points. */
export type Run = [at: number, values: Record<string, number>][];

/** The viewers in a run. */
export const viewersInRun = (run: Run): ViewerSample[] =>
  run.flatMap(([at, { viewers }]): ViewerSample[] => (viewers === undefined ? [] : [[at, viewers]]));
