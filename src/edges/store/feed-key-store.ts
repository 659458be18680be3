import { feedKey, type FeedKey } from "../../resources/feed-keys/feed-key.ts";
import { sha256Hex } from "../sha256.ts";
import { recordOf, selectOf } from "./record.ts";
import type { Row } from "./row.ts";
import { VERSION } from "./shell-store.ts";

const toFeedKey = recordOf(feedKey);

/** The feed key that a secret opens, with what changes with each tick and each batch of polls: three rows. Null for none. */
export async function feedKeyBySecret(
  db: D1Database,
  secret: string,
): Promise<{ key: FeedKey; version: string } | null> {
  const row = await db
    .prepare(
      `SELECT ${selectOf(feedKey, false)}, (SELECT ${VERSION} FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1) AS version
       FROM "${feedKey.name}" t WHERE t.hash = ?1`,
    )
    .bind(await sha256Hex(secret))
    .first<Row>();
  return row === null ? null : { key: toFeedKey(row), version: String(row["version"]) };
}
