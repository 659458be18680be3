import { aloneId } from "../../core/delivery.ts";
import { pairsOf, type Folded } from "../route/follow.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { withRetries } from "../../db/retries.ts";
import { reader, type Row } from "../../db/row.ts";
import { fanouts } from "../schema/delivery-schema.ts";

const read = reader(fanouts);

/** The events of `p` that were stored by this commit. */
const COMMITTED = `(SELECT json_group_array(i.value) FROM json_each(p.value, '$.events') i
  JOIN events e ON e.id = i.value AND e.commit_id = ?2)`;

/** Stores the folded deliveries of a commit. Repeating it changes nothing. */
export const insertFolded = (db: D1Database, left: Folded[], commitId: string, tick: number): D1PreparedStatement[] =>
  jsonChunks(left).map(({ text, from }) =>
    db
      .prepare(
        `WITH planned AS MATERIALIZED (SELECT key, value, ${COMMITTED} AS committed FROM json_each(?1) p)
         INSERT INTO fanouts (id, tick, made_at, content)
         SELECT ?2 || '/' || (CAST(?4 AS INTEGER) + p.key), ?3, coalesce(p.value ->> 'madeAt', ?3), json_set(p.value, '$.events', json(p.committed))
         FROM planned p WHERE p.committed <> '[]' ON CONFLICT (id) DO NOTHING`,
      )
      .bind(text, commitId, tick, from),
  );

/** Idempotent. A channel that has been deleted since gets nothing more. */
const MAKE = `INSERT INTO deliveries (id, channel_id, status, reason, items, made_at, open_until, next_attempt_at)
  SELECT j.value ->> 0, j.value ->> 1, iif(c.id IS NULL, 'suppressed', ?3), iif(c.id IS NULL, 'channel deleted', ?4),
    '[{"event":' || json_quote(j.value ->> 2) || ?5 || '}]', ?2, 0, iif(c.id IS NULL, NULL, ?6)
  FROM json_each(?1) j LEFT JOIN channels c ON c.id = j.value ->> 1 WHERE true ON CONFLICT (id) DO NOTHING`;

/**
 * Creates up to `max` folded deliveries, oldest first, in one step. Returns the tick of the oldest that are still
 * folded; null if there are none.
 */
export async function unfold(db: D1Database, max: number): Promise<number | null> {
  const rows = await withRetries(() => db.prepare("SELECT * FROM fanouts ORDER BY seq LIMIT 2").all<Row>());
  const [first, second] = rows.results.map((row) => read(row, "seq", "tick", "madeAt", "content", "done"));
  if (first === undefined) return null;
  const { seq, tick, content, done } = first;
  const pairs = pairsOf(content, done, max);
  const created = pairs.map(([event, channel]) => [aloneId(channel, tick, event), channel, event]);
  const { status, reason, heldUntil } = content;
  const line = JSON.stringify(content.line).slice(1, -1);
  const rest = line === "" ? "" : `,${line}`;
  const ended = done + pairs.length >= content.events.length * content.channels.length;
  const go = ended
    ? db.prepare("DELETE FROM fanouts WHERE seq = ?1").bind(seq)
    : db.prepare("UPDATE fanouts SET done = max(done, ?2) WHERE seq = ?1").bind(seq, done + pairs.length);
  const make = jsonChunks(created).map(({ text }) =>
    db.prepare(MAKE).bind(text, first.madeAt, status, reason, rest, status === "pending" ? tick : heldUntil),
  );
  await withRetries(() => db.batch([...make, go]));
  return ended ? (second?.tick ?? null) : tick;
}
