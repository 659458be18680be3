import { feedKey, type FeedKey } from "./resource/feed-key.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { recordOf, selectOf } from "../../db/record.ts";
import { textOf, type Row } from "../../db/row.ts";
import { VERSION } from "../now/shell-store.ts";

const toFeedKey = recordOf(feedKey);

/**
 * Finds a feed key by its secret, with the team's time zone and a version that changes with each tick and each batch
 * of polls. Reads three rows. Null if there is none.
 */
export async function feedKeyBySecret(
  db: D1Database,
  secret: string,
): Promise<{ key: FeedKey; version: string; teamZone: string | null } | null> {
  const row = await db
    .prepare(
      `SELECT ${selectOf(feedKey, false)}, ${VERSION}, k.timezone AS team_zone
       FROM "${feedKey.name}" t JOIN ticker k ON k.id = 1 JOIN tally y ON y.id = 1 WHERE t.hash = ?1`,
    )
    .bind(await sha256Hex(secret))
    .first<Row>();
  if (row === null) return null;
  return { key: toFeedKey(row), version: String(row["version"]), teamZone: textOf(row["team_zone"]) };
}

/** Notes that what a key shows was opened. */
export async function noteOpened(db: D1Database, id: string, at: number): Promise<void> {
  await db.prepare(`UPDATE "${feedKey.name}" SET opened_at = ?2 WHERE id = ?1`).bind(id, at).run();
}
