import type { Event } from "../../core/event.ts";

type Row = Record<string, string | number | null>;

/** No event's `seq` is below its detection, epoch ms, times this. */
export const SEQ_PER_MS = 512;

/** A row of the table `events`, as D1 gives it. */
export function eventOf(row: Row): Event {
  const follows = row["follows"] == null ? null : (JSON.parse(String(row["follows"])) as Event["follows"]);
  return {
    id: String(row["id"]),
    type: String(row["type"]),
    targetId: row["target_id"] as string | null,
    watchlistId: row["watchlist_id"] as string | null,
    target: row["target"] === null ? null : (JSON.parse(String(row["target"])) as Event["target"]),
    occurredAt: Number(row["occurred_at"]),
    detectedAt: Number(row["detected_at"]),
    window: { from: row["window_from"] === null ? null : Number(row["window_from"]), to: Number(row["window_to"]) },
    data: JSON.parse(String(row["data"])) as Event["data"],
    follows,
  };
}
