import { SIGN_IN_MS, type SignIn } from "../../core/sign-in.ts";
import { listed, type Listed, type Page, type SeqKey } from "../../flows/browse/page.ts";
import type { Row } from "./row.ts";

/** A token has so many sign-ins at the most: the oldest go. */
const MAX_A_TOKEN = 100;

const INSERT = `INSERT INTO sign_ins (id, holder, created_at, last_seen_at, address, agent)
  VALUES (?1, ?2, ?3, ?3, ?4, ?5)`;

const DELETE_OLDEST = `DELETE FROM sign_ins
  WHERE seq IN (SELECT seq FROM sign_ins WHERE holder = ?1 ORDER BY seq DESC LIMIT -1 OFFSET ${MAX_A_TOKEN})`;

/** A token of the configuration that comes back does not bring its old sign-ins back. */
const DELETE_OF_EARLIER = `DELETE FROM sign_ins WHERE seq IN (
  SELECT seq FROM sign_ins WHERE holder >= 'adm_' AND holder < ?1
  UNION ALL SELECT seq FROM sign_ins WHERE holder > ?1 AND holder < 'adm\`')`;

/** Also where retention has not come by yet: what is over is in no list. */
const listOf = (of: string) => `SELECT s.*, t.name AS token_name FROM sign_ins s LEFT JOIN tokens t ON t.id = s.holder
  WHERE ${of} AND s.seq < ?1 AND s.created_at > ?3 - ${SIGN_IN_MS}
    AND (s.holder = ?4 OR t.id IS NOT NULL AND (t.expires_at IS NULL OR t.expires_at > ?3))
  ORDER BY s.seq DESC LIMIT ?2`;

/** Who signs in: `holder` is the token's id, or what `adminHolder` says; `at` is the wall clock, epoch ms. */
interface Added {
  id: string;
  holder: string;
  at: number;
  address: string | null;
  agent: string | null;
}

/** Sessions of the pages in D1. `admin`: the holder of those of `ADMIN_TOKEN`. */
export const signInStore = (db: D1Database, admin: string) => ({
  /** Adds one, in the place of another where one is named. */
  async add({ id, holder, at, address, agent }: Added, replaced: string | null): Promise<void> {
    await db.batch([
      ...(replaced === null ? [] : [db.prepare("DELETE FROM sign_ins WHERE id = ?1").bind(replaced)]),
      db.prepare(INSERT).bind(id, holder, at, address, agent),
      db.prepare(DELETE_OLDEST).bind(holder),
      ...(holder === admin ? [db.prepare(DELETE_OF_EARLIER).bind(admin)] : []),
    ]);
  },

  /** Remembers when and where it was last seen. */
  async seen(id: string, at: number, address: string | null, agent: string | null): Promise<void> {
    await db
      .prepare("UPDATE sign_ins SET last_seen_at = ?2, address = ?3, agent = ?4 WHERE id = ?1")
      .bind(id, at, address, agent)
      .run();
  },

  /** Those of a holder, or of all (null), the newest first. */
  async list(holder: string | null, { limit, after }: Page<SeqKey>, now: number): Promise<Listed<SignIn, SeqKey>> {
    const bound = [after?.[0] ?? Number.MAX_SAFE_INTEGER, limit + 1, now, admin];
    const { results } = await db
      .prepare(listOf(holder === null ? "true" : "s.holder = ?5"))
      .bind(...bound, ...(holder === null ? [] : [holder]))
      .all<Row>();
    return listed(results, limit, signInOf(admin), (row): SeqKey => [Number(row["seq"])]);
  },

  /** Ends one of a holder, or of anybody (null); false where there is none. */
  async end(id: string, holder: string | null): Promise<boolean> {
    const { results } = await db
      .prepare("DELETE FROM sign_ins WHERE id = ?1 AND (?2 IS NULL OR holder = ?2) RETURNING 1")
      .bind(id, holder)
      .all();
    return results.length > 0;
  },

  /** Ends all but one, of a holder or of everybody (null). */
  async endOthers(id: string, holder: string | null): Promise<void> {
    const all = holder === null ? [] : [holder];
    await db
      .prepare(`DELETE FROM sign_ins WHERE id <> ?1${all.length > 0 ? " AND holder = ?2" : ""}`)
      .bind(id, ...all)
      .run();
  },
});

const signInOf =
  (admin: string) =>
  (row: Row): SignIn => ({
    id: String(row["id"]),
    tokenId: row["holder"] === admin ? null : String(row["holder"]),
    tokenName: row["token_name"] as string | null,
    createdAt: Number(row["created_at"]),
    lastSeenAt: Number(row["last_seen_at"]),
    address: row["address"] as string | null,
    agent: row["agent"] as string | null,
  });
