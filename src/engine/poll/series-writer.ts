import { DAY_MS } from "../../core/duration.ts";
import type { Commit } from "../commit.ts";
import { jsonChunks } from "../../db/json-chunks.ts";

/** A run longer than this continues in another row. D1 allows 2 MB a row. */
const LONGEST_RUN_CHARS = 400_000;

/** After this many points in a day, only one every ten minutes is stored, so that the whole day is covered. */
const DENSE_POINTS = 144;
const SPARSE_MS = 600_000;

// The day's last run, to which a point of tick ?2 can be appended.
const OPEN_RUN = `SELECT s.begins_at FROM series s WHERE s.target_id = j.value ->> 'id' AND s.begins_at BETWEEN ?3 AND ?2
  ORDER BY s.begins_at DESC LIMIT 1`;

const ROOM = `(SELECT length(s.points) < ${LONGEST_RUN_CHARS} FROM series s
  WHERE s.target_id = j.value ->> 'id' AND s.begins_at = (${OPEN_RUN}))`;

const WANTED = `(SELECT coalesce(sum(json_array_length(s.points)), 0) < ${DENSE_POINTS}
    OR j.value ->> 'always' OR max(s.points ->> '$[#-1][0]') <= ?2 - ${SPARSE_MS}
  FROM series s WHERE s.target_id = j.value ->> 'id' AND s.begins_at BETWEEN ?3 AND ?3 + ${DAY_MS - 1})`;

/** The new points without those that are stored already. */
const NEWER = `(SELECT group_concat(n.value) FROM json_each(excluded.points) n
  WHERE n.value ->> 0 > series.points ->> '$[#-1][0]')`;

/** Appends points to the day's run of each target whose revision is still the one that was read. */
export function addSeries(db: D1Database, plan: Commit): D1PreparedStatement[] {
  const points = Object.entries(plan.samples).map(([id, one]) => ({
    id,
    revision: plan.revisions[id],
    ...one,
  }));
  const day = Math.floor(plan.tick / DAY_MS) * DAY_MS;
  return jsonChunks(points).map(({ text }) =>
    db
      .prepare(
        `INSERT INTO series (target_id, begins_at, points)
         SELECT t.id, iif(${ROOM}, (${OPEN_RUN}), j.value ->> '$.points[0][0]'), j.value -> 'points'
         FROM json_each(?1) j JOIN targets t ON t.id = j.value ->> 'id' AND t.revision = j.value ->> 'revision'
         WHERE ${WANTED}
         ON CONFLICT (target_id, begins_at) DO UPDATE SET points = substr(series.points, 1, length(series.points) - 1) || ',' || ${NEWER} || ']'
           WHERE ${NEWER} IS NOT NULL`,
      )
      .bind(text, plan.tick, day),
  );
}
