import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { EventFilter } from "../../flows/browse/filters.ts";
import { inPieces, listed, type Listed, type Page, type SeqKey } from "../../flows/browse/page.ts";
import { eventOf, SEQ_PER_MS } from "./event-row.ts";
import type { Row } from "./row.ts";

/** The events in D1, newest first. */
export const eventStore = (db: D1Database) => ({
  async find(id: string): Promise<Event | null> {
    const row = await db.prepare("SELECT * FROM events WHERE id = ?1").bind(id).first<Row>();
    return row === null ? null : eventOf(row);
  },

  async list(filter: EventFilter, { limit, after }: Page<SeqKey>): Promise<Listed<Event, SeqKey>> {
    const { targetId, watchlistId, until, startedSince, startedUntil } = filter;
    // What began is found later.
    const since = filter.since ?? startedSince;
    const { text, values } = where(
      after === null ? undefined : ["seq < ?", after[0]],
      targetId === undefined ? undefined : ["target_id = ?", targetId],
      watchlistId === undefined ? undefined : ["watchlist_id = ?", watchlistId],
      ofType(filter.type),
      since === undefined ? undefined : ["seq >= ?", since * SEQ_PER_MS],
      since === undefined ? undefined : ["detected_at >= ?", since],
      until === undefined ? undefined : ["detected_at <= ?", until],
      startedSince === undefined ? undefined : ["data ->> 'startedAt' >= ?", iso(startedSince)],
      startedUntil === undefined ? undefined : ["data ->> 'startedAt' <= ?", iso(startedUntil)],
    );
    const { results } = await db
      .prepare(`SELECT * FROM events ${text} ORDER BY seq DESC LIMIT ?`)
      .bind(...values, limit + 1)
      .all<Row>();
    return listed(results, limit, eventOf, (row): SeqKey => [Number(row["seq"])]);
  },

  /** As the list, `most` at the most. */
  async latest(filter: EventFilter, most: number): Promise<Event[]> {
    return (await inPieces((page: Page<SeqKey>) => this.list(filter, page), { limit: most, after: null })).items;
  },
});

function ofType(pattern: string | undefined): [string, string] | undefined {
  if (pattern === undefined || pattern === "*") return undefined;
  return pattern.endsWith(".*") ? ["type GLOB ?", pattern] : ["type = ?", pattern];
}

/** Conditions that hold together, each with the value of its one `?`; those that are undefined are left out. */
function where(...conditions: ([condition: string, value: string | number] | undefined)[]) {
  const given = conditions.filter((one) => one !== undefined);
  return {
    text: given.length === 0 ? "" : `WHERE ${given.map(([condition]) => condition).join(" AND ")}`,
    values: given.map(([, value]) => value),
  };
}
