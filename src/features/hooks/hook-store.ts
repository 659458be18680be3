import { sha256Hex } from "../../core/sha256.ts";
import { recordOf, selectOf } from "../../db/record.ts";
import type { Row } from "../../db/row.ts";
import type { Claim, Claimed, HookDeps } from "./hints.ts";
import type { Hint } from "./hint.ts";
import { hook } from "./resource/hook.ts";

const toHook = recordOf(hook);

/** A target is polled at most once in this time because of hints. */
const ONCE_IN_MS = 10_000;

/**
 * Where ticks are replayed, tick time stands still between them. So a hint is forgotten once either clock is past it.
 */
const FORGET = `DELETE FROM hints WHERE abs(?1 - at) >= ${ONCE_IN_MS} OR abs(?2 - wall_at) >= ${ONCE_IN_MS}`;

/** A minute without hints has room for any target, even if that takes more calls than the share. */
const WITHIN = (used: string, share: string) => `(${used} = 0 OR ${used} + ?6 <= ${share})`;

const NOTE = `INSERT INTO hints (target_id, at, wall_at, claim) SELECT ?3, ?1, ?2, ?4
  FROM (SELECT coalesce(sum(used) FILTER (WHERE id = ?5), 0) AS own, coalesce(sum(used), 0) AS together
    FROM hooks WHERE used_in = ?7) u
  WHERE ${WITHIN("u.own", "?8")} AND ${WITHIN("u.together", "?9")}
  ON CONFLICT (target_id) DO NOTHING`;

const IS_NOTED = "EXISTS (SELECT 1 FROM hints WHERE target_id = ?1 AND claim = ?2)";

const USE = `UPDATE hooks SET used = iif(used_in = ?5, used, 0) + ?4, used_in = ?5, last_used_at = ?6
  WHERE id = ?3 AND ${IS_NOTED}`;

const OUTCOME = `SELECT ${IS_NOTED} AS claimed, EXISTS (SELECT 1 FROM hints WHERE target_id = ?1) AS recent,
  (SELECT used FROM hooks WHERE id = ?3) AS used`;

/** A creator in more watchlists than these is polled in the first of them. */
const MAX_TARGETS = 10;

/** By the index of names at the service. */
const BY_HANDLE = `SELECT t.id FROM targets t
  WHERE t.kind = 'live' AND CASE WHEN t.alias IS NULL THEN t.identity ELSE t.alias END = ?1
    AND (?2 IS NULL OR t.watchlist_id = ?2) ORDER BY t.id LIMIT ${MAX_TARGETS}`;

const BY_USER = `SELECT t.id FROM watchlists w
  CROSS JOIN targets t ON t.watchlist_id = w.id AND t.kind = 'live' AND t.identity = ?1
  WHERE (?2 IS NULL OR w.id = ?2) LIMIT ${MAX_TARGETS}`;

const BY_ID = "SELECT t.id FROM targets t WHERE t.id = ?1 AND (?2 IS NULL OR t.watchlist_id = ?2)";

const QUERIES: Record<Hint["by"], string> = { targetId: BY_ID, userId: BY_USER, handle: BY_HANDLE };

/** Hooks and their hints in D1. */
export const hookStore = (db: D1Database): Pick<HookDeps, "bySecret" | "idsOf" | "claim" | "release"> => ({
  async bySecret(secret) {
    const row = await db
      .prepare(`SELECT ${selectOf(hook, false)} FROM hooks t WHERE t.hash = ?1`)
      .bind(await sha256Hex(secret))
      .first<Row>();
    return row === null ? null : toHook(row);
  },

  async idsOf({ by, value }, watchlistId) {
    const { results } = await db.prepare(QUERIES[by]).bind(value, watchlistId).all<{ id: string }>();
    return results.map(({ id }) => id);
  },

  async claim(one: Claim): Promise<Claimed> {
    const { at, wallAt, targetId, id, hookId, calls, share, together } = one;
    const minute = minuteOf(at);
    const results = await db.batch<Row>([
      db.prepare(FORGET).bind(at, wallAt),
      db.prepare(NOTE).bind(at, wallAt, targetId, id, hookId, calls, minute, share, together),
      db.prepare(USE).bind(targetId, id, hookId, calls, minute, wallAt),
      db.prepare(OUTCOME).bind(targetId, id, hookId),
    ]);
    const { claimed, recent, used } = results[3]!.results[0]!;
    return { outcome: claimed === 1 ? "claimed" : recent === 1 ? "recent" : "share", used: Number(used) };
  },

  async release({ targetId, id, hookId, calls, at }) {
    await db.batch([
      db
        .prepare(`UPDATE hooks SET used = max(0, used - ?4) WHERE id = ?3 AND used_in = ?5 AND ${IS_NOTED}`)
        .bind(targetId, id, hookId, calls, minuteOf(at)),
      db.prepare("DELETE FROM hints WHERE target_id = ?1 AND claim = ?2").bind(targetId, id),
    ]);
  },
});

const minuteOf = (at: number): number => Math.floor(at / 60_000);
