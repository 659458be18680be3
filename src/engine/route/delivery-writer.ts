import type { Commit } from "../commit.ts";
import { jsonChunks } from "../../db/json-chunks.ts";

// The items of a planned delivery whose events were stored by this commit.
const COMMITTED_ITEMS = `(SELECT json_group_array(json(i.value)) FROM json_each(p.value, '$.items') i
  JOIN events e ON e.id = i.value ->> 'event' AND e.commit_id = ?2)`;

/** Limit on the items of one delivery. D1 allows 2 MB a row. */
const MAX_ITEMS_CHARS = 600_000;

// The deliveries of one plan in a tick: the planned id, then the same with _1, _2, and so on.
const OF_PLAN = `d.id >= p.value ->> 'id' AND d.id < (p.value ->> 'id') || '\`'
  AND substr(d.id, length(p.value ->> 'id') + 1, 1) IN ('', '_')`;
const COUNT = `(SELECT count(*) FROM deliveries d WHERE ${OF_PLAN})`;
const NEXT_ID = `(p.value ->> 'id') || iif(${COUNT} = 0, '', '_' || ${COUNT})`;
const OPEN = `(SELECT d.id FROM deliveries d WHERE ${OF_PLAN} AND p.value ->> 'joins' AND d.closed = 0
  AND d.status = p.value ->> 'status' AND d.summary IS NULL
  AND length(d.items) + length(p.value ->> 'items') < ${MAX_ITEMS_CHARS} ORDER BY d.seq DESC LIMIT 1)`;

/** Number of deliveries before the one that is extended or created. */
const BEFORE = `iif(${OPEN} IS NULL, ${COUNT}, ${COUNT} - 1)`;

// Each urgent delivery waits four times as long as the one before it, so that a long sweep creates few.
const openUntil = (tick: string) => `iif(p.value ->> 'urgent',
  ${tick} + (p.value ->> 'openUntil' - ${tick}) * (1 << 2 * min(5, ${BEFORE})), p.value ->> 'openUntil')`;

// Events that this commit has already put into a delivery. Event ids are random enough to be found as text.
const NOTIFIED = `EXISTS (SELECT 1 FROM deliveries d WHERE ${OF_PLAN}
  AND instr(d.items, json_quote(p.committed ->> '$[0].event')) > 0)`;

/**
 * Adds items to the open delivery of the tick, or creates the next one if none is open, or the open one is full. A
 * channel that has been deleted since the routes were read gets nothing more.
 */
export function insertDeliveries(db: D1Database, plan: Commit): D1PreparedStatement[] {
  const insert = `
    WITH planned AS MATERIALIZED (SELECT value, ${COMMITTED_ITEMS} AS committed FROM json_each(?1) p)
    INSERT INTO deliveries (id, channel_id, status, reason, items, made_at, open_until, next_attempt_at, edits)
    SELECT coalesce(${OPEN}, ${NEXT_ID}), p.value ->> 'channelId', iif(c.id IS NULL, 'suppressed', p.value ->> 'status'),
      iif(c.id IS NULL, 'channel deleted', p.value ->> 'reason'), p.committed, coalesce(p.value ->> 'madeAt', ?3), iif(p.value ->> 'openUntil' = 0, 0, ${openUntil("?3")}),
      iif(c.id IS NULL, NULL, iif(p.value ->> 'status' = 'pending', ?3, p.value ->> 'heldUntil')), p.value ->> 'edits'
    FROM planned p LEFT JOIN channels c ON c.id = p.value ->> 'channelId'
    WHERE p.committed <> '[]' AND NOT ${NOTIFIED}
    ON CONFLICT (id) DO UPDATE SET open_until = min(deliveries.open_until, excluded.open_until),
      items = substr(deliveries.items, 1, length(deliveries.items) - 1) || ',' || substr(excluded.items, 2)`;
  return jsonChunks(plan.deliveries).map(({ text }) => db.prepare(insert).bind(text, plan.id, plan.tick));
}

/**
 * The times at which urgent messages started by this commit may be sent, unless a delivery that is due earlier exists.
 * These are sent before the sweep ends.
 */
export function started(db: D1Database, plan: Commit): D1PreparedStatement[] {
  const urgent = plan.deliveries.filter((one) => one.status === "pending" && one.urgent && one.openUntil > 0);
  return jsonChunks(urgent).map(({ text }) =>
    db
      .prepare(
        `SELECT ${openUntil("?2")} AS open_until FROM json_each(?1) p
         WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = ${OPEN} AND d.open_until <= ${openUntil("?2")})`,
      )
      .bind(text, plan.tick),
  );
}
