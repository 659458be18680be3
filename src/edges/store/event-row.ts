import type { Event } from "../../core/event.ts";
import { reader, type Row } from "./row.ts";
import { events } from "./schema.ts";

const read = reader(events);

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
