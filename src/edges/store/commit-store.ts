import { DAY_MS } from "../../core/duration.ts";
import type { Commit, Committed } from "../../flows/poll/commit.ts";
import { SEQ_PER_MS } from "./event-row.ts";
import { gateText } from "./timetable-store.ts";

/**
 * Writes a commit as one D1 batch. Inserts come first, each guarded by its target's revision; the update that moves the
 * revision comes after them, so that a loser writes nothing. Every statement may be repeated.
 */
export async function commit(db: D1Database, plan: Commit): Promise<Committed> {
  const statements: D1PreparedStatement[] = [];
  if (plan.events.length > 0) statements.push(insertEvents(db, plan));
  if (plan.deliveries.length > 0) statements.push(...insertDeliveries(db, plan));
  if (Object.keys(plan.edits).length > 0) statements.push(editSheets(db, plan));
  if (plan.gate !== null) statements.push(moveGate(db, plan.gate));
  if (plan.watch !== null) statements.push(moveWatch(db, plan.watch));
  if (Object.keys(plan.samples).length > 0) statements.push(addSamples(db, plan));
  if (plan.targets.length > 0) statements.push(moveTargets(db, plan));
  const tallied = plan.slot !== null || Object.keys(plan.counts).length > 0;
  if (tallied) statements.push(addToTally(db, plan));
  if (statements.length === 0) return { lost: [], batchesIn: 0 };
  const results = await db.batch<Record<string, string | number>>(statements);
  const won = plan.targets.length === 0 ? [] : results[statements.length - (tallied ? 2 : 1)]!.results;
  const moved = new Set(won.map((row) => row["id"]));
  const batchesIn = tallied ? Number(results.at(-1)!.results[0]?.["batches_in"] ?? 0) : 0;
  return { lost: plan.targets.flatMap(({ id }) => (moved.has(id) ? [] : id)), batchesIn };
}

function insertEvents(db: D1Database, plan: Commit): D1PreparedStatement {
  const rows = plan.events.map((event) => ({
    ...event,
    revision: event.targetId === null ? null : plan.revisions[event.targetId],
  }));
  return db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to,
         data, follows, commit_id)
       SELECT max((SELECT coalesce(max(seq), 0) FROM events), ?2 * ${SEQ_PER_MS}) + 1 + j.key,
         j.value ->> 'id', j.value ->> 'type', j.value ->> 'targetId', j.value ->> 'watchlistId', j.value -> 'target',
         j.value ->> 'occurredAt', j.value ->> 'detectedAt', j.value ->> '$.window.from', j.value ->> '$.window.to',
         j.value -> 'data', nullif(j.value -> 'follows', 'null'), ?3
       FROM json_each(?1) j
       WHERE j.value ->> 'targetId' IS NULL
         OR EXISTS (SELECT 1 FROM targets t WHERE t.id = j.value ->> 'targetId' AND t.revision = j.value ->> 'revision')
       ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(rows), plan.tick, plan.id);
}

// The lines of a planned delivery whose events came in with this very commit.
const COMMITTED_ITEMS = `(SELECT json_group_array(json(i.value)) FROM json_each(p.value, '$.items') i
  JOIN events e ON e.id = i.value ->> 'event' AND e.commit_id = ?2)`;

const DELIVERY_ROW = (id: string) => `
  INSERT INTO deliveries (id, channel_id, status, reason, items, made_at, open_until, next_attempt_at, edits)
  SELECT p.value ->> '${id}', p.value ->> 'channelId', p.value ->> 'status', p.value ->> 'reason', ${COMMITTED_ITEMS}, ?3,
    p.value ->> 'openUntil', iif(p.value ->> 'status' = 'pending', ?3, p.value ->> 'heldUntil'), p.value ->> 'edits'
  FROM json_each(?1) p WHERE ${COMMITTED_ITEMS} <> '[]'`;

/** Joins the open delivery of the same id; what finds it taken already goes out under the spill id. */
function insertDeliveries(db: D1Database, plan: Commit): D1PreparedStatement[] {
  const rows = JSON.stringify(plan.deliveries);
  const join = `${DELIVERY_ROW("id")} ON CONFLICT (id) DO UPDATE SET items = (SELECT json_group_array(json(value)) FROM
      (SELECT value FROM json_each(deliveries.items) UNION SELECT value FROM json_each(excluded.items)))
    WHERE deliveries.closed = 0 AND deliveries.status = excluded.status`;
  const spill = `${DELIVERY_ROW("spillId")} AND p.value ->> 'spillId' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM deliveries d, json_each(d.items) x WHERE d.id = p.value ->> 'id'
        AND x.value ->> 'event' = ${COMMITTED_ITEMS} ->> '$[0].event')
    ON CONFLICT DO NOTHING`;
  const bind = (sql: string) => db.prepare(sql).bind(rows, plan.id, plan.tick);
  return plan.deliveries.some(({ spillId }) => spillId !== null) ? [bind(join), bind(spill)] : [bind(join)];
}

function editSheets(db: D1Database, plan: Commit): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sheets SET edits = json_patch(edits, j.value), revision = revision + 1
       FROM json_each(?1) j WHERE sheets.id = CAST(j.key AS INTEGER)`,
    )
    .bind(JSON.stringify(plan.edits));
}

/** Compare-and-set; a gate that another batch closed meanwhile is replaced only by one that stays closed for longer. */
function moveGate(db: D1Database, gate: NonNullable<Commit["gate"]>): D1PreparedStatement {
  return db
    .prepare(
      "UPDATE ticker SET gate = ?1 WHERE id = 1 AND (gate IS ?2 OR (?1 IS NOT NULL AND gate ->> 'until' < ?1 ->> 'until'))",
    )
    .bind(gateText(gate.write), gateText(gate.read));
}

function moveWatch(db: D1Database, watch: NonNullable<Commit["watch"]>): D1PreparedStatement {
  return db
    .prepare("UPDATE ticker SET watch = ?1 WHERE id = 1 AND watch = ?2")
    .bind(JSON.stringify(watch.write), JSON.stringify(watch.read));
}

/** A point a target, appended to the day's row. */
function addSamples(db: D1Database, plan: Commit): D1PreparedStatement {
  const points = Object.entries(plan.samples).map(([id, values]) => ({
    id,
    revision: plan.revisions[id],
    point: [plan.tick, values],
  }));
  return db
    .prepare(
      `INSERT INTO samples (target_id, day, points) SELECT j.value ->> 'id', ?2, json_array(j.value -> 'point')
       FROM json_each(?1) j JOIN targets t ON t.id = j.value ->> 'id' AND t.revision = j.value ->> 'revision' WHERE true
       ON CONFLICT (target_id, day) DO UPDATE SET points = json_insert(samples.points, '$[#]', excluded.points -> '$[0]')`,
    )
    .bind(JSON.stringify(points), Math.floor(plan.tick / DAY_MS));
}

function moveTargets(db: D1Database, plan: Commit): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE targets SET revision = targets.revision + 1, judged_at = ?2, state = j.value ->> 'state',
         fault = nullif(j.value -> 'fault', 'null'), consecutive_faults = j.value ->> 'consecutiveFaults',
         last_ok_at = j.value ->> 'lastOkAt'
       FROM json_each(?1) j WHERE targets.id = j.value ->> 'id' AND targets.revision = j.value ->> 'revision'
       RETURNING id`,
    )
    .bind(JSON.stringify(plan.targets), plan.tick);
}

/** Marks the batch as in and adds its counts; answers how many batches of the tick are in. */
function addToTally(db: D1Database, plan: Commit): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO tally (slot, done, counters, unspent) VALUES (?1, iif(?4, json_array(?2), '[]'), ?3, ?5)
       ON CONFLICT (slot) DO UPDATE SET
         done = iif(?4, (SELECT json_group_array(value) FROM
           (SELECT value FROM json_each(tally.done) UNION SELECT ?2 ORDER BY value DESC LIMIT 4)), tally.done),
         unspent = tally.unspent + ?5,
         counters = (SELECT json_group_object(key, total) FROM (SELECT key, sum(value) AS total FROM
           (SELECT key, value FROM json_each(tally.counters) UNION ALL SELECT key, value FROM json_each(?3)) GROUP BY key))
       RETURNING (SELECT count(*) FROM tally y WHERE EXISTS (SELECT 1 FROM json_each(y.done) d WHERE d.value = ?2)) AS batches_in`,
    )
    .bind(plan.slot ?? 0, plan.tick, JSON.stringify(plan.counts), plan.slot === null ? 0 : 1, plan.unspent);
}
