import type { ListedEdition } from "./editions.ts";
import type { Row } from "../../db/row.ts";

/** Number of latest editions, of all digests, that are searched. */
const LOOKED_THROUGH = 150;
const MAX_DISPLAYED = 8;

/** The latest editions of a digest, each with its delivery. Both are created at the same instant. */
export async function latestEditions(db: D1Database, digestId: string): Promise<ListedEdition[]> {
  const { results } = await db
    .prepare(
      `SELECT json_object('from', e.from_at, 'to', e.to_at, 'madeAt', e.made_at, 'list', e.list, 'written', json(iif(e.written, 'true', 'false')),
         'message', (SELECT json_object('id', d.id, 'status', d.status, 'sentAt', d.sent_at)
           FROM digests g JOIN deliveries d INDEXED BY deliveries_made
             ON d.made_at = e.made_at AND d.edition = e.id AND d.channel_id = g.channel_id
           WHERE g.id = ?1 LIMIT 1)) AS edition
       FROM (SELECT id, digest_id, from_at, to_at, made_at, digest ->> 'listName' AS list, content IS NOT NULL AS written FROM editions
         ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}) e
       WHERE e.digest_id = ?1 LIMIT ${MAX_DISPLAYED}`,
    )
    .bind(digestId)
    .all<Row>();
  return results.map((row) => {
    const read = JSON.parse(String(row["edition"])) as Omit<ListedEdition, "message"> & {
      message: string | ListedEdition["message"];
    };
    // SQLite returns the JSON of a nested subquery as text.
    return {
      ...read,
      message: typeof read.message === "string" ? (JSON.parse(read.message) as ListedEdition["message"]) : read.message,
    };
  });
}
