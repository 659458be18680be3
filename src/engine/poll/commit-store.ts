import { DAY_MS } from "../../core/duration.ts";
import type { Commit, Committed } from "../commit.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { insertDeliveries, started } from "../route/delivery-writer.ts";
import { folded } from "../route/follow.ts";
import { definitionPath } from "../../db/definitions.ts";
import { storePredictions } from "./prediction-store.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { batchesIn, recordInLedger } from "./batch-ledger.ts";
import { breakerText } from "./timetable-store.ts";
import { insertFolded } from "../deliver/unfold.ts";
import type { Fault } from "../../core/fault.ts";

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
function addSeries(db: D1Database, plan: Commit): D1PreparedStatement[] {
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

/**
 * Writes a commit as one D1 batch. Inserts come first, each guarded by its target's revision. The update that moves the
 * revision follows, so a commit that lost the race writes nothing. Every statement is idempotent, and no value exceeds
 * D1's size limit. `carried` are counts of other work that are written along.
 */
export async function commit(db: D1Database, plan: Commit, carried: Record<string, number> = {}): Promise<Committed> {
  const rows = plan.targets.map((one) => ({
    ...one,
    past: plan.pasts[one.id] ?? null,
    // Undefined if it stays the same.
    expected: plan.expected[one.id],
  }));
  const moves = jsonChunks(rows).map(({ text }) => moveTargets(db, text, plan.tick));
  const tallied = plan.slot !== null || Object.keys({ ...plan.counts, ...carried }).length > 0;
  const before = started(db, plan);
  const { direct, left } = folded(plan.deliveries, plan.tick);
  const statements = [
    ...before,
    ...insertEvents(db, plan),
    ...completeEvents(db, plan),
    ...insertDeliveries(db, { ...plan, deliveries: direct }),
    ...insertFolded(db, left, plan.id, plan.tick),
    ...(Object.keys(plan.patches).length > 0 ? [patchSheets(db, plan)] : []),
    ...(plan.gate === null ? [] : [moveBreaker(db, plan.gate)]),
    ...moveBreakers(db, plan.breakers),
    ...(plan.watch === null ? [] : [moveWatch(db, plan.watch)]),
    ...addSeries(db, plan),
    ...storePredictions(db, plan.habits),
    ...(plan.unknown.length === 0 ? [] : [noteUnknown(db, plan.unknown)]),
    ...resolveTargets(db, plan),
    ...moves,
    ...(tallied ? [recordInLedger(db, plan, carried)] : []),
  ];
  if (statements.length === 0) return { lost: [], opened: [], batchesIn: 0, refused: null };
  const written = await write(db, statements);
  if (typeof written === "string") return { lost: [], opened: [], batchesIn: 0, refused: written };
  const results = written;
  const end = results.length - (tallied ? 1 : 0);
  const moved = new Set(results.slice(end - moves.length, end).flatMap((one) => one.results.map((row) => row["id"])));
  return {
    lost: plan.targets.flatMap(({ id }) => (moved.has(id) ? [] : id)),
    opened: openedBy(plan, results.slice(0, before.length)),
    batchesIn: tallied ? batchesIn(results.at(-1)!.results[0]) : 0,
    refused: null,
  };
}

/** SQLite's messages for content that it refuses. */
const REFUSAL = /SQLITE_(TOOBIG|CONSTRAINT|MISMATCH)|too big|malformed JSON/i;

/** Returns the results, or why D1 refuses the content. Repeats the batch once after a lost connection. */
async function write(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<D1Result<Record<string, string | number>>[] | string> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.batch<Record<string, string | number>>(statements);
    } catch (thrown) {
      const reported = String(thrown);
      if (REFUSAL.test(reported)) return reported.slice(0, 200);
      if (tried === 2 || !/connection lost|network/i.test(reported)) throw thrown;
    }
  }
}

/** True for an event that is not stored yet and whose target, if any, still has the revision that was read. */
const NEW = `(j.value ->> 'targetId' IS NULL
    OR EXISTS (SELECT 1 FROM targets t WHERE t.id = j.value ->> 'targetId'
      AND coalesce(t.revision = j.value ->> 'revision', 1)))
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.id = j.value ->> 'id')`;

/** True if the whole chunk is new. Otherwise each event has a span of 1: the first of a group may be missing. */
const ALL_NEW = `(SELECT NOT EXISTS (SELECT 1 FROM json_each(?1) j WHERE NOT (${NEW})))`;

function insertEvents(db: D1Database, plan: Commit): D1PreparedStatement[] {
  const chunks = jsonChunks(spanning(plan));
  return chunks.map(({ text }) =>
    db
      .prepare(
        `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to,
         data, follows, commit_id, span)
       SELECT max((SELECT coalesce(max(seq), 0) FROM events), ?2 * ${SEQ_PER_MS}) + 1 + j.key,
         j.value ->> 'id', j.value ->> 'type', j.value ->> 'targetId', j.value ->> 'watchlistId', j.value -> 'target',
         j.value ->> 'occurredAt', j.value ->> 'detectedAt', j.value ->> '$.window.from', j.value ->> '$.window.to',
         j.value -> 'data', nullif(j.value -> 'follows', 'null'), ?3, iif(?4 = 1 AND ${ALL_NEW}, j.value ->> 'span', 1)
       FROM json_each(?1) j WHERE ${NEW} ON CONFLICT DO NOTHING`,
      )
      .bind(text, plan.tick, plan.id, chunks.length),
  );
}

/** Adds facts to events that waited for them, and sets the commit that reports them late. */
function completeEvents(db: D1Database, { id, completed, revisions }: Commit): D1PreparedStatement[] {
  const rows = completed.map((one) => ({ ...one, revision: revisions[one.targetId] }));
  return jsonChunks(rows).map(({ text }) =>
    db
      .prepare(
        `UPDATE events SET data = json_set(data, '$.info', j.value -> 'info'), commit_id = ?2
         FROM json_each(?1) j WHERE events.id = j.value ->> 'id' AND EXISTS (
           SELECT 1 FROM targets t WHERE t.id = j.value ->> 'targetId' AND t.revision = j.value ->> 'revision')`,
      )
      .bind(text, id),
  );
}

/** A commit's events as rows. The first of each watchlist and type has the span of those that follow it. */
function spanning({ events, revisions }: Commit) {
  const started = new Set<string>();
  return events.map((event, place) => {
    const alike = JSON.stringify([event.watchlistId, event.type]);
    const first = !started.has(alike);
    started.add(alike);
    const revision = event.targetId === null ? null : revisions[event.targetId];
    return { ...event, revision, span: first ? events.length - place : null };
  });
}

function patchSheets(db: D1Database, plan: Commit): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sheets SET edits = json_patch(edits, j.value), revision = revision + 1
       FROM json_each(?1) j WHERE sheets.id = CAST(j.key AS INTEGER)`,
    )
    .bind(JSON.stringify(plan.patches));
}

/** Compare-and-set. A breaker that another batch has opened is only replaced by one that stays open longer. */
function moveBreaker(db: D1Database, breaker: NonNullable<Commit["gate"]>): D1PreparedStatement {
  return db
    .prepare(
      "UPDATE ticker SET gate = ?1 WHERE id = 1 AND (gate IS ?2 OR (?1 IS NOT NULL AND gate ->> 'until' < ?1 ->> 'until'))",
    )
    .bind(breakerText(breaker.write), breakerText(breaker.read));
}

function moveWatch(db: D1Database, watch: NonNullable<Commit["watch"]>): D1PreparedStatement {
  return db
    .prepare("UPDATE ticker SET watch = ?1 WHERE id = 1 AND watch = ?2")
    .bind(JSON.stringify(watch.write), JSON.stringify(watch.read));
}

/** The same for each operation by itself, so that batches do not undo each other. */
const moveBreakers = (db: D1Database, changes: Commit["breakers"]): D1PreparedStatement[] =>
  Object.entries(changes).map(([operation, { read, write }]) =>
    db
      .prepare(
        `UPDATE ticker SET breakers = iif(?2 IS NULL, json_remove(breakers, ?1), json_set(breakers, ?1, json(?2)))
         WHERE id = 1 AND (breakers ->> ?1 ->> '$.until' IS ?3
           OR (?2 IS NOT NULL AND coalesce(breakers ->> ?1 ->> '$.until', 0) < ?2 ->> '$.until'))`,
      )
      .bind(definitionPath(operation), breakerText(write), read?.until ?? null),
  );

/** Older gaps are of no use: months hold those of creators, and samples of other kinds are deleted by then. */
const GAPS_STORED_MS = 92 * DAY_MS;

const RECENT_GAPS = `coalesce((SELECT json_group_array(json(g.value)) FROM json_each(gaps) g
  WHERE g.value ->> 1 > ?2 - ${GAPS_STORED_MS}), '[]')`;

function moveTargets(db: D1Database, rows: string, tick: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE targets SET revision = targets.revision + 1, judged_at = ?2, state = j.value ->> 'state',
         fault = nullif(j.value -> 'fault', 'null'), consecutive_faults = j.value ->> 'consecutiveFaults',
         last_ok_at = j.value ->> 'lastOkAt', on_air = j.value ->> 'onAir', unknown_since = j.value ->> 'unknownSince',
         gaps = iif(nullif(j.value -> 'gap', 'null') IS NULL, gaps, json_insert(${RECENT_GAPS}, '$[#]',
           json_array(coalesce(j.value ->> '$.gap.from', iif(gaps IS NULL, created_at, updated_at)), j.value ->> '$.gap.to'))),
         past = coalesce(nullif(j.value -> 'past', 'null'), past),
         expected_at = iif(j.value -> 'expected' IS NULL, expected_at, j.value ->> '$.expected.at'),
         expected_confidence = iif(j.value -> 'expected' IS NULL, expected_confidence, j.value ->> '$.expected.confidence')
       FROM json_each(?1) j WHERE targets.id = j.value ->> 'id' AND targets.revision = j.value ->> 'revision'
       RETURNING id`,
    )
    .bind(rows, tick);
}

function noteUnknown(db: D1Database, unknown: Commit["unknown"]): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE targets SET revision = targets.revision + 1, unknown_since = j.value ->> 'since'
       FROM json_each(?1) j WHERE targets.id = j.value ->> 'id' AND targets.revision = j.value ->> 'revision'`,
    )
    .bind(JSON.stringify(unknown));
}

/** The times at which messages started by this commit may be sent. Messages that gather nothing are due at its tick. */
function openedBy(plan: Commit, started: D1Result<Record<string, string | number>>[]): number[] {
  const times = started.flatMap(({ results }) => results.map((row) => Number(row["open_until"])));
  const alone = plan.deliveries.some(({ status, openUntil }) => status === "pending" && openUntil === 0);
  return [...new Set([...times, ...(alone ? [plan.tick] : [])])];
}

const TWICE: Fault = { kind: "gone", status: null, detail: "this watchlist has the same one already, as " };

/** Both revisions change. Otherwise a form that was read before could overwrite the new params. */
const MOVED =
  "revision = targets.revision + 1, form_revision = targets.form_revision + 1, judged_at = ?2, updated_at = ?2";

const AS_READ = "targets.id = j.value ->> 'id' AND targets.revision = j.value ->> 'revision'";

/**
 * Stores the params that identify targets, and makes them due like new targets. If the watchlist already has a target
 * with that user id, this one is disabled with a fault, so that nobody is polled and reported twice.
 */
function resolveTargets(db: D1Database, plan: Commit): D1PreparedStatement[] {
  return jsonChunks(plan.resolved).flatMap(({ text }) => [
    db
      .prepare(
        `UPDATE OR IGNORE targets SET params = j.value -> 'params', identity = j.value ->> 'identity',
           alias = j.value ->> 'alias', name = coalesce(j.value ->> 'name', targets.name),
           state = NULL, fault = NULL, consecutive_faults = 0, last_ok_at = NULL, ${MOVED}
         FROM json_each(?1) j WHERE ${AS_READ}`,
      )
      .bind(text, plan.tick),
    db
      .prepare(
        `UPDATE targets SET enabled = 0, consecutive_faults = targets.consecutive_faults + 1,
           fault = json_set(?3, '$.detail', ?3 ->> 'detail' || o.id), ${MOVED}
         FROM json_each(?1) j, targets o WHERE ${AS_READ} AND o.watchlist_id = targets.watchlist_id
           AND o.kind = targets.kind AND o.identity = j.value ->> 'identity'`,
      )
      .bind(text, plan.tick, JSON.stringify(TWICE)),
    db
      .prepare(
        `UPDATE sheets SET edits = json_patch(edits, g.seats), revision = revision + 1
         FROM (SELECT t.sheet_id AS sheet, json_group_object(t.id, json('{"gone":true}')) AS seats
           FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value ->> 'id'
           WHERE t.enabled = 0 GROUP BY t.sheet_id) g WHERE sheets.id = g.sheet`,
      )
      .bind(text),
  ]);
}
