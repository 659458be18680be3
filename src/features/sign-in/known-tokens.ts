import { token, type Token } from "../people/resource/token.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { recordOf, selectOf } from "../../db/record.ts";
import type { Row } from "../../db/row.ts";

/** Tokens in D1, looked up by their secret. Only hashes are stored. */
export const knownTokens = (db: D1Database) => ({
  /** The token with this secret. */
  async bySecret(secret: string): Promise<Token | null> {
    const row = await db
      .prepare(`SELECT ${selectOf(token, false)} FROM "${token.name}" t WHERE t.hash = ?1`)
      .bind(await sha256Hex(secret))
      .first<Row>();
    return row === null ? null : recordOf(token)(row);
  },

  /** The token that Cloudflare Access signs an address in with, in lower case; null for none, or for several. */
  async byEmail(email: string): Promise<Token | null> {
    const { results } = await db
      .prepare(`SELECT ${selectOf(token, false)} FROM "${token.name}" t WHERE t.email = ?1 LIMIT 2`)
      .bind(email)
      .all<Row>();
    return results.length === 1 ? recordOf(token)(results[0]!) : null;
  },

  /** The token of an invitation that is still valid at `now`, epoch ms. */
  async invited(secret: string, now: number): Promise<Token | null> {
    const row = await db
      .prepare(`SELECT ${selectOf(token, false)} FROM "${token.name}" t WHERE t.hash = ?1 AND t.expires_at > ?2`)
      .bind(await sha256Hex(secret), now)
      .first<Row>();
    return row === null ? null : recordOf(token)(row);
  },

  /**
   * Accepts an invitation: the token gets a new secret and no longer expires. Null if the invitation was used before or
   * has expired.
   */
  async accept(secret: string, tokenSecret: string, now: number): Promise<Token | null> {
    const hash = await sha256Hex(tokenSecret);
    const { meta } = await db
      .prepare(
        `UPDATE tokens SET hash = ?2, expires_at = NULL, updated_at = ?3, revision = revision + 1
         WHERE hash = ?1 AND expires_at > ?3`,
      )
      .bind(await sha256Hex(secret), hash, now)
      .run();
    return meta.changes === 0 ? null : this.bySecret(tokenSecret);
  },

  /** Records when the token was last used. */
  async touch(id: string, now: number): Promise<void> {
    await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(id, now).run();
  },
});
