import type { Event, Happened } from "../../core/event.ts";
import { ENDED } from "../../flows/browse/broadcasts.ts";
import { reader, type Row } from "./row.ts";
import { events } from "./schema.ts";

/** No event's `seq` is below its detection, epoch ms, times this. */
export const SEQ_PER_MS = 512;

const read = reader(events);

/** When events `e` happened, and to what. */
export const HAPPENED_AT = "e.type, e.target_id, e.occurred_at, e.detected_at, e.window_from, e.window_to";

/** What an end of them says of its broadcast, as far as it is shown of many: as JSON. */
export const HAPPENED_DATA = `iif(e.type = '${ENDED}', json_object('startedAt', e.data -> 'startedAt', 'durationSeconds',
  e.data -> 'durationSeconds', 'info', json_object('title', e.data -> '$.info.title'),
  'peakViewers', coalesce(e.data -> 'peakViewers', e.data -> 'viewers')), '{}')`;

/** What `happenedOf` reads. */
export const HAPPENED = `${HAPPENED_AT}, ${HAPPENED_DATA} AS data`;

/** Reads a row of `HAPPENED`. */
export function happenedOf(row: Row): Happened {
  const own = read(row, "type", "targetId", "occurredAt", "detectedAt", "data");
  const { windowFrom: from, windowTo: to } = read(row, "windowFrom", "windowTo");
  return { ...own, window: { from, to } };
}

/** A row of the table `events`, as D1 gives it. */
export function eventOf(row: Row): Event {
  const own = read(
    row,
    "id",
    "type",
    "targetId",
    "watchlistId",
    "target",
    "occurredAt",
    "detectedAt",
    "data",
    "follows",
  );
  const { windowFrom: from, windowTo: to } = read(row, "windowFrom", "windowTo");
  return { ...own, window: { from, to } };
}
