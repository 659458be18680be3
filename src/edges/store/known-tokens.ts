import { token, type Token } from "../../resources/tokens/token.ts";
import { sha256Hex } from "../sha256.ts";
import { recordOf, selectOf } from "./record.ts";
import type { Row } from "./row.ts";

/** The tokens in D1 by their secrets, of which hashes are kept. */
export const knownTokens = (db: D1Database) => ({
  /** The token that a secret opens. */
  async bySecret(secret: string): Promise<Token | null> {
    const row = await db
      .prepare(`SELECT ${selectOf(token, false)} FROM "${token.name}" t WHERE t.hash = ?1`)
      .bind(await sha256Hex(secret))
      .first<Row>();
    return row === null ? null : recordOf(token)(row);
  },

  /** The token that an invitation's secret stands for, where it can still be used at `now`, epoch ms. */
  async invited(secret: string, now: number): Promise<Token | null> {
    const row = await db
      .prepare(`SELECT ${selectOf(token, false)} FROM "${token.name}" t WHERE t.hash = ?1 AND t.expires_at > ?2`)
      .bind(await sha256Hex(secret), now)
      .first<Row>();
    return row === null ? null : recordOf(token)(row);
  },

  /** Uses an invitation: its token does not end any more and has another secret. Null where it was used before, or is over. */
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

  /** Remembers that it was used. */
  async touch(id: string, now: number): Promise<void> {
    await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(id, now).run();
  },
});
