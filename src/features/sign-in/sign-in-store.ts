import type { Actor } from "../../http/auth.ts";
import type { Token } from "../people/resource/token.ts";
import { SIGN_IN_MS, type SignIn } from "../../core/sign-in.ts";
import { listed, type Listed, type Page, type SeqKey } from "../../core/page.ts";
import type { Row } from "../../db/row.ts";

/** Limit on the sessions of one token. The oldest are deleted. */
const MAX_A_TOKEN = 100;

const INSERT = `INSERT INTO sign_ins (id, holder, created_at, last_seen_at, address, agent, email)
  VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)`;

const DELETE_OLDEST = `DELETE FROM sign_ins
  WHERE seq IN (SELECT seq FROM sign_ins WHERE holder = ?1 ORDER BY seq DESC LIMIT -1 OFFSET ${MAX_A_TOKEN})`;

/** Otherwise an earlier ADMIN_TOKEN, if configured again, would revive its old sessions. */
const DELETE_OF_EARLIER = `DELETE FROM sign_ins WHERE seq IN (
  SELECT seq FROM sign_ins WHERE holder >= 'adm_' AND holder < ?1
  UNION ALL SELECT seq FROM sign_ins WHERE holder > ?1 AND holder < 'adm\`')`;

/** Leaves out expired sessions that retention has not deleted yet. */
const listOf = (of: string) => `SELECT s.*, t.name AS token_name FROM sign_ins s LEFT JOIN tokens t ON t.id = s.holder
  WHERE ${of} AND s.seq < ?1 AND s.created_at > ?3 - ${SIGN_IN_MS}
    AND (s.holder = ?4 OR t.id IS NOT NULL AND (t.expires_at IS NULL OR t.expires_at > ?3))
  ORDER BY s.seq DESC LIMIT ?2`;

/** A new session. `holder` is the token's id, or the result of `adminHolder`. `at` is wall clock, epoch ms. */
interface Added {
  id: string;
  holder: string;
  at: number;
  address: string | null;
  agent: string | null;
  /** Whom Cloudflare Access has to vouch for with each request; null for nobody. */
  email: string | null;
}

/** Signing in and out, beyond what sessions need. */
export interface SignInPorts {
  signIn: {
    /** Cloudflare Access; null if it is not configured. */
    access: {
      /** Returns the actor who signs in with an address; null if nobody does. */
      actor(email: string): Promise<Actor | null>;
    } | null;
    /** Returns the token that an invitation is for; null if it was used or has expired. */
    invited(secret: string): Promise<Token | null>;
    /** Redeems an invitation and returns the actor with the token's secret; null if it was redeemed before. */
    accept(secret: string): Promise<{ actor: Actor; tokenSecret: string } | null>;
  };
  /** Sessions of one holder or of all (null). */
  signIns: {
    list(holder: string | null, page: Page<SeqKey>, now: number): Promise<Listed<SignIn, SeqKey>>;
    end(id: string, holder: string | null): Promise<boolean>;
    /** Ends all sign-ins but this one. */
    endOthers(id: string, holder: string | null): Promise<void>;
  };
}

/** Sessions of the pages in D1. `admin` is the holder of the sessions of `ADMIN_TOKEN`. */
export const signInStore = (db: D1Database, admin: string) => ({
  /** Adds a session, and deletes the one that it replaces. */
  async add({ id, holder, at, address, agent, email }: Added, replaced: string | null): Promise<void> {
    await db.batch([
      ...(replaced === null ? [] : [db.prepare("DELETE FROM sign_ins WHERE id = ?1").bind(replaced)]),
      db.prepare(INSERT).bind(id, holder, at, address, agent, email),
      db.prepare(DELETE_OLDEST).bind(holder),
      ...(holder === admin ? [db.prepare(DELETE_OF_EARLIER).bind(admin)] : []),
    ]);
  },

  /** Records when and where a session was last seen. */
  async seen(id: string, at: number, address: string | null, agent: string | null): Promise<void> {
    await db
      .prepare("UPDATE sign_ins SET last_seen_at = ?2, address = ?3, agent = ?4 WHERE id = ?1")
      .bind(id, at, address, agent)
      .run();
  },

  /** The sessions of a holder, or of all (null), newest first. */
  async list(holder: string | null, { limit, after }: Page<SeqKey>, now: number): Promise<Listed<SignIn, SeqKey>> {
    const bound = [after?.[0] ?? Number.MAX_SAFE_INTEGER, limit + 1, now, admin];
    const { results } = await db
      .prepare(listOf(holder === null ? "true" : "s.holder = ?5"))
      .bind(...bound, ...(holder === null ? [] : [holder]))
      .all<Row>();
    return listed(results, limit, signInOf(admin), (row): SeqKey => [Number(row["seq"])]);
  },

  /** Ends a session of a holder, or of anyone (null). Returns false if there is none. */
  async end(id: string, holder: string | null): Promise<boolean> {
    const { results } = await db
      .prepare("DELETE FROM sign_ins WHERE id = ?1 AND (?2 IS NULL OR holder = ?2) RETURNING 1")
      .bind(id, holder)
      .all();
    return results.length > 0;
  },

  /** Ends all other sessions of a holder, or of everyone (null). */
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
    email: row["email"] as string | null,
  });
