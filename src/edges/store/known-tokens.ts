import type { Base, Declared } from "../../resources/resource.ts";
import { token, type Token } from "../../resources/tokens/token.ts";
import { sha256Hex } from "../sha256.ts";
import { recordOf, selectOf } from "./record.ts";
import type { Row } from "./row.ts";

/** The record that a secret opens, of those whose hashes are kept; null for none. */
export async function bySecret<One extends Base>(
  db: D1Database,
  of: Declared<One>,
  secret: string,
): Promise<One | null> {
  const row = await db
    .prepare(`SELECT ${selectOf(of, false)} FROM "${of.name}" t WHERE t.hash = ?1`)
    .bind(await sha256Hex(secret))
    .first<Row>();
  return row === null ? null : recordOf(of)(row);
}

/** The tokens in D1 by their secrets, of which hashes are kept. */
export const knownTokens = (db: D1Database) => ({
  /** The token that a secret opens. */
  bySecret: (secret: string): Promise<Token | null> => bySecret(db, token, secret),

  /** Remembers that it was used. */
  async touch(id: string, now: number): Promise<void> {
    await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(id, now).run();
  },
});
