import type { ListedEdition } from "../../flows/browse/editions.ts";
import type { Row } from "./row.ts";

/** As many of the latest editions of all digests are looked through. */
const LOOKED_THROUGH = 150;
const MAX_SHOWN = 8;

/** The latest editions of a digest, with what brought them: it was made with each at the same instant. */
export async function latestEditions(db: D1Database, digestId: string): Promise<ListedEdition[]> {
  const { results } = await db
    .prepare(
      `SELECT json_object('from', e.from_at, 'to', e.to_at, 'madeAt', e.made_at, 'written', json(iif(e.written, 'true', 'false')),
         'message', (SELECT json_object('id', d.id, 'status', d.status, 'sentAt', d.sent_at)
           FROM digests g JOIN deliveries d INDEXED BY deliveries_channel
             ON d.channel_id = g.channel_id AND d.made_at = e.made_at AND d.edition = e.id
           WHERE g.id = ?1 LIMIT 1)) AS edition
       FROM (SELECT id, digest_id, from_at, to_at, made_at, content IS NOT NULL AS written FROM editions
         ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}) e
       WHERE e.digest_id = ?1 LIMIT ${MAX_SHOWN}`,
    )
    .bind(digestId)
    .all<Row>();
  return results.map((row) => {
    const read = JSON.parse(String(row["edition"])) as Omit<ListedEdition, "message"> & {
      message: string | ListedEdition["message"];
    };
    // What a subquery answers is text to the object around it.
    return {
      ...read,
      message: typeof read.message === "string" ? (JSON.parse(read.message) as ListedEdition["message"]) : read.message,
    };
  });
}
