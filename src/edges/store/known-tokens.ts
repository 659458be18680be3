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

  /** Remembers that it was used. */
  async touch(id: string, now: number): Promise<void> {
    await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(id, now).run();
  },
});
