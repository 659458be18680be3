import { NO_HISTORY, knownSince, withImported, type Past } from "../../engine/prediction/history.ts";
import { clockOf } from "../../engine/prediction/learned-zone.ts";
import { nextExpected } from "../../engine/prediction/usual-hours.ts";
import { LIST_ZONE } from "../creators/resource/zone.ts";
import { PREDICTION_PAGE } from "../creators/resource/poll-slot.ts";
import { textOf, type Row } from "../../db/row.ts";
import { ENDED } from "../../kinds/live-targets.ts";
import { sessionKey, type Importable, type ImportedSession, type ImportSessionsDeps } from "./import-sessions.ts";
import type { ImportedQuery, Session } from "./sessions.ts";

const COLUMNS = `t.id, t.identity, t.alias, coalesce(t.timezone, ${LIST_ZONE}, (SELECT timezone FROM ticker WHERE id = 1)) AS timezone`;

const IMPORTABLE = `SELECT ${COLUMNS} FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value WHERE t.kind = 'live'
  UNION SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN watchlists w
    CROSS JOIN targets t ON t.watchlist_id = w.id AND t.kind = 'live' AND t.identity = j.value
  UNION SELECT ${COLUMNS} FROM json_each(?2) j
    CROSS JOIN targets t ON t.kind = 'live' AND CASE WHEN t.alias IS NULL THEN t.identity ELSE t.alias END = j.value`;

/** What polls observed, and the stream that lasts, are no second broadcast. */
const STORE = `INSERT INTO imported_sessions (target_id, started_at, ended_at)
  SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2 FROM json_each(?1) j
  WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.type = '${ENDED}' AND e.target_id = j.value ->> 0
      AND e.occurred_at >= j.value ->> 1
      AND unixepoch(e.data ->> '$.startedAt') * 1000 <= coalesce(j.value ->> 2, j.value ->> 1) + 60000)
    AND NOT EXISTS (SELECT 1 FROM targets t WHERE t.id = j.value ->> 0
      AND t.past ->> '$.startedAt' <= coalesce(j.value ->> 2, j.value ->> 1))
    AND NOT EXISTS (SELECT 1 FROM imported_sessions i WHERE i.target_id = j.value ->> 0
      AND i.started_at <= coalesce(j.value ->> 2, j.value ->> 1)
      AND coalesce(i.ended_at, i.started_at) >= j.value ->> 1)
  ON CONFLICT DO NOTHING RETURNING target_id, started_at, ended_at`;

const KNOWN = `SELECT t.id, t.past, t.revision, t.created_at, coalesce(t.timezone, ${LIST_ZONE}) AS timezone
  FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value`;

const LEARN = `UPDATE targets SET past = j.value -> 1, expected_at = j.value ->> 3, expected_confidence = j.value ->> 4,
    revision = revision + 1
  FROM (SELECT value FROM json_each(?1) LIMIT -1) j
  WHERE targets.id = j.value ->> 0 AND targets.revision = j.value ->> 2 RETURNING id`;

const FORGET = `UPDATE habits SET habits = json_patch(habits, g.gone)
  FROM (SELECT ${PREDICTION_PAGE} AS page, json_group_object(id, NULL) AS gone
    FROM targets WHERE id IN (SELECT value FROM json_each(?1)) GROUP BY 1) g
  WHERE habits.page = g.page`;

/** A poll that writes at the same time makes one more try necessary. */
const MAX_TRIES = 5;

async function learned(db: D1Database, sessions: ImportedSession[], now: number): Promise<void> {
  const byTarget = Map.groupBy(sessions, ({ targetId }) => targetId);
  for (let tries = 0; byTarget.size > 0 && tries < MAX_TRIES; tries++) {
    const { results } = await db
      .prepare(KNOWN)
      .bind(JSON.stringify([...byTarget.keys()]))
      .all<Row>();
    const rows = results.map(({ id, past, revision, created_at: createdAt, timezone }) => {
      const before = past === null ? NO_HISTORY : (JSON.parse(String(past)) as Past);
      const after = withImported(before, byTarget.get(String(id))!);
      const clock = clockOf(textOf(timezone), after);
      const next = nextExpected(after, knownSince(after, Number(createdAt)), now, clock);
      return [id, after, revision, next?.at ?? null, next?.confidence ?? null];
    });
    const [written] = await db.batch<Row>([
      db.prepare(LEARN).bind(JSON.stringify(rows)),
      db.prepare(FORGET).bind(JSON.stringify(rows.map(([id]) => id))),
    ]);
    for (const { id } of written!.results) byTarget.delete(String(id));
    // Whoever is missing was deleted meanwhile.
    const left = new Set(results.map(({ id }) => String(id)));
    for (const id of byTarget.keys()) if (!left.has(id)) byTarget.delete(id);
  }
}

/** Imported sessions in D1. */
export const importedStore = (db: D1Database, now: () => Promise<number>): ImportSessionsDeps => ({
  now,

  async importable(ids, identities) {
    const { results } = await db.prepare(IMPORTABLE).bind(JSON.stringify(ids), JSON.stringify(identities)).all<Row>();
    return results as unknown as Importable[];
  },

  async namedSo(names) {
    const { results } = await db
      .prepare(
        `SELECT t.id, t.identity, t.name FROM json_each(?1) j CROSS JOIN targets t INDEXED BY targets_name
         ON t.kind = 'live' AND lower(t.name) = lower(j.value)`,
      )
      .bind(JSON.stringify(names))
      .all<Row>();
    return results as unknown as { id: string; identity: string; name: string }[];
  },

  async store(sessions) {
    const rows = sessions.map(({ targetId, startedAt, endedAt }) => [targetId, startedAt, endedAt]);
    const { results } = await db.prepare(STORE).bind(JSON.stringify(rows)).all<Row>();
    const made = results.map(({ target_id: targetId, started_at: startedAt, ended_at: endedAt }) => ({
      targetId: String(targetId),
      startedAt: Number(startedAt),
      endedAt: endedAt === null ? null : Number(endedAt),
    }));
    if (made.length > 0) await learned(db, made, await now());
    return new Set(made.map(sessionKey));
  },
});

/** Imported sessions, latest start first. */
export async function importedSessions(db: D1Database, query: ImportedQuery, max: number): Promise<Session[]> {
  const { targetId = null, watchlistIds = null, since = 0, until = Number.MAX_SAFE_INTEGER, before } = query;
  const { results } = await db
    .prepare(
      `SELECT i.target_id, i.started_at, i.ended_at, t.name, t.watchlist_id FROM imported_sessions i
         CROSS JOIN targets t ON t.id = i.target_id
       WHERE ${targetId === null ? "?1 IS NULL" : "i.target_id = ?1"} AND i.started_at >= ?2 AND i.started_at <= ?3
         AND i.started_at < ?4 AND (?5 IS NULL OR t.watchlist_id IN (SELECT value FROM json_each(?5)))
       ORDER BY i.started_at DESC, i.target_id LIMIT ?6`,
    )
    .bind(targetId, since, until, before, watchlistIds === null ? null : JSON.stringify(watchlistIds), max)
    .all<Row>();
  return results.map((row) => {
    const [startedAt, endedAt] = [Number(row["started_at"]), row["ended_at"] === null ? null : Number(row["ended_at"])];
    const durationSeconds = endedAt === null ? 0 : Math.round((endedAt - startedAt) / 1000);
    return {
      imported: true,
      startedAt,
      startSeen: false,
      endedAt: endedAt ?? startedAt,
      roomId: null,
      durationSeconds,
      unknownSeconds: 0,
      unknown: [],
      title: null,
      peakViewers: null,
      unknownSince: null,
      targetId: String(row["target_id"]),
      targetName: textOf(row["name"]),
      watchlistId: textOf(row["watchlist_id"]),
      secondsWithin: durationSeconds,
    };
  });
}
