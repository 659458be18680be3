import type { Event, Happened } from "../../core/event.ts";
import { ENDED } from "../../kinds/live-targets.ts";
import { columnNames, reader, type Row } from "../../db/row.ts";
import { events } from "../schema/schema.ts";

const read = reader(events);

const OF_EVENT = [
  "id",
  "type",
  "targetId",
  "watchlistId",
  "target",
  "occurredAt",
  "detectedAt",
  "data",
  "follows",
  "claim",
] as const;
const OF_WINDOW = ["windowFrom", "windowTo"] as const;

/** Columns with type, target and times of the events `e`. */
export const HAPPENED_AT = "e.type, e.target_id, e.occurred_at, e.detected_at, e.window_from, e.window_to";

/** Only the data of a stream's end is needed. It is read whole, because extracting fields in SQL costs more. */
export const HAPPENED_DATA = `iif(e.type = '${ENDED}', e.data, '{}')`;

/** The columns that `happenedOf` reads. */
export const HAPPENED = `${HAPPENED_AT}, ${HAPPENED_DATA} AS data`;

/** Reads a row of `HAPPENED`. */
export function happenedOf(row: Row): Happened {
  const own = read(row, "type", "targetId", "occurredAt", "detectedAt", "data");
  const { windowFrom: from, windowTo: to } = read(row, ...OF_WINDOW);
  return { ...own, window: { from, to } };
}

/** The columns of the events `e` that `eventOf` reads. */
export const EVENT = columnNames(events, [...OF_EVENT, ...OF_WINDOW])
  .map((column) => `e.${column}`)
  .join(", ");

/** Reads a row of the table `events`. */
export function eventOf(row: Row): Event {
  const { claim, ...own } = read(row, ...OF_EVENT);
  const { windowFrom: from, windowTo: to } = read(row, ...OF_WINDOW);
  return { ...own, window: { from, to }, ...(claim === null ? {} : { claim }) };
}
