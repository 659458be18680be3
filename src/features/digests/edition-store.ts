import type { Edition } from "./message/digest.ts";
import type { Digest } from "./resource/digest.ts";
import type { IssueDeps } from "./edition/start-editions.ts";
import type { WriteDeps } from "./edition/write.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { reader, type Row } from "../../db/row.ts";
import { editions } from "../../engine/schema/delivery-schema.ts";
import { watchlists } from "../lists/resource/table.ts";
import type { ListedEdition } from "./editions.ts";

/** Tick time that a run has to write an edition. Then another may try. */
const LEASE_MS = 120_000;

/** An edition is abandoned after this many attempts. */
const MAX_TRIES = 5;

type Store = Pick<IssueDeps, "dueDigests" | "digestLists" | "issue"> &
  Pick<WriteDeps, "claim" | "keep"> & {
    find(id: string): Promise<Edition | null>;
    /**
     * Finds an edition by the secret part of its pictures' addresses, while they are served and its digest exists.
     * `now` is wall clock.
     */
    byPictureKey(key: string, now: number): Promise<Edition | null>;
  };

/** True if the edition's digest still exists, or never was to stay. */
const STANDS =
  "(EXISTS (SELECT 1 FROM digests g WHERE g.id = editions.digest_id) OR editions.digest ->> 'once' IS NOT NULL)";

/** Due digests and their editions, in D1. */
export const editionStore = (db: D1Database): Store => ({
  async dueDigests(now) {
    const { results } = await db
      .prepare(
        `SELECT id, NULL AS edition, json_object('name', name, 'channelId', channel_id, 'watchlistId', watchlist_id, 'perWatchlist', json(iif(per_watchlist, 'true', 'false')),
           'schedule', schedule, 'timezone', timezone, 'period', period, 'sections', json(sections), 'language', language,
           'nextAt', next_at, 'createdAt', created_at) AS digest
         FROM digests WHERE enabled = 1 AND next_at <= ?1
         UNION ALL SELECT NULL, id, NULL FROM editions WHERE content IS NULL AND lease_until <= ?1`,
      )
      .bind(now)
      .all<Row>();
    return {
      digests: results.flatMap(({ id, digest }) =>
        digest === null
          ? []
          : { ...(JSON.parse(String(digest)) as Omit<Digest, "id" | "enabled">), id: String(id), enabled: true },
      ),
      unwritten: results.flatMap(({ edition }) => (edition === null ? [] : String(edition))),
    };
  },

  async digestLists() {
    const { results } = await db
      .prepare(
        `SELECT id, name, timezone, (SELECT json_group_array(k.value) FROM json_each(?1) k
           WHERE EXISTS (SELECT 1 FROM targets t WHERE t.watchlist_id = w.id AND t.kind = k.value)) AS kinds
         FROM watchlists w ORDER BY name`,
      )
      .bind(JSON.stringify(Object.keys(targetKinds)))
      .all<Row>();
    return results.map((row) => ({
      ...readList(row, "id", "name", "timezone"),
      kinds: JSON.parse(String(row["kinds"])) as string[],
    }));
  },

  async issue(issues, now) {
    const rows = JSON.stringify(issues);
    await db.batch([
      db.prepare(NEW_EDITIONS).bind(rows, now),
      db.prepare(NEW_DELIVERIES).bind(rows, now),
      db
        .prepare(
          `UPDATE digests SET next_at = j.value ->> 'next' FROM json_each(?1) j
           WHERE digests.id = j.value ->> 'digestId' AND digests.next_at IS j.value ->> 'was'`,
        )
        .bind(rows),
    ]);
  },

  async claim(id, now) {
    const [claimed] = await db.batch<Row>([
      db
        .prepare(
          `UPDATE editions SET lease_until = ?2, tries = tries + 1
           WHERE id = ?1 AND content IS NULL AND lease_until <= ?3 AND tries < ${MAX_TRIES} RETURNING *`,
        )
        .bind(id, now + LEASE_MS, now),
      db
        .prepare(
          `UPDATE deliveries SET status = 'dead', reason = 'the digest could not be written', next_attempt_at = NULL
           WHERE edition = ?1 AND status = 'pending' AND EXISTS (SELECT 1 FROM editions e
             WHERE e.id = ?1 AND e.content IS NULL AND e.lease_until <= ?2 AND e.tries >= ${MAX_TRIES})`,
        )
        .bind(id, now),
      db
        .prepare(
          `DELETE FROM editions WHERE id = ?1 AND content IS NULL AND lease_until <= ?2 AND tries >= ${MAX_TRIES}`,
        )
        .bind(id, now),
    ]);
    const row = claimed!.results[0];
    return row === undefined ? null : editionOf(row);
  },

  async keep(id, content, { key, until }) {
    await db
      .prepare(
        `UPDATE editions SET content = ?2, picture_key = ?3, pictures_until = ?4 WHERE id = ?1 AND content IS NULL`,
      )
      .bind(id, JSON.stringify(content), key, until)
      .run();
  },

  async find(id) {
    const row = await db.prepare(`SELECT *, ${STANDS} AS stands FROM editions WHERE id = ?1`).bind(id).first<Row>();
    // Without its digest, an edition serves no pictures, so a message sent later must not link to them.
    return row === null ? null : { ...editionOf(row), ...(row["stands"] === 1 ? {} : { pictureKey: null }) };
  },

  async byPictureKey(key, now) {
    const row = await db
      .prepare(`SELECT * FROM editions WHERE picture_key = ?1 AND pictures_until > ?2 AND ${STANDS}`)
      .bind(key, now)
      .first<Row>();
    return row === null ? null : editionOf(row);
  },
});

// Compare-and-set on the schedule: of two runs at the same time, the later writes nothing.
const FROM_THERE = `FROM json_each(?1) j JOIN json_each(j.value, '$.editions') e
  WHERE j.value ->> 'was' IS NULL
    OR EXISTS (SELECT 1 FROM digests d WHERE d.id = j.value ->> 'digestId' AND d.next_at = j.value ->> 'was')`;

const NEW_EDITIONS = `
  INSERT INTO editions (id, digest_id, digest, from_at, to_at, made_at)
  SELECT e.value ->> 'id', j.value ->> 'digestId', e.value -> 'digest', e.value ->> 'from', e.value ->> 'to', ?2
  ${FROM_THERE} ON CONFLICT DO NOTHING`;

const NEW_DELIVERIES = `
  INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at, edition)
  SELECT e.value ->> 'deliveryId', j.value ->> 'channelId', 'pending', '[]', ?2, 0, ?2, e.value ->> 'id'
  ${FROM_THERE} ON CONFLICT DO NOTHING`;

const read = reader(editions);
const readList = reader(watchlists);

function editionOf(row: Row): Edition {
  const { fromAt: from, toAt: to } = read(row, "fromAt", "toAt");
  return { ...read(row, "id", "digestId", "digest", "madeAt", "content", "pictureKey"), from, to };
}

/** Number of latest editions, of all digests, that are searched. */
const LOOKED_THROUGH = 150;
const MAX_DISPLAYED = 8;

/** The latest editions of a digest, each with its delivery. Both are created at the same instant. */
export async function latestEditions(db: D1Database, digestId: string): Promise<ListedEdition[]> {
  const { results } = await db
    .prepare(
      `SELECT json_object('from', e.from_at, 'to', e.to_at, 'madeAt', e.made_at, 'list', e.list, 'written', json(iif(e.written, 'true', 'false')),
         'message', (SELECT json_object('id', d.id, 'status', d.status, 'sentAt', d.sent_at)
           FROM digests g JOIN deliveries d INDEXED BY deliveries_to
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
