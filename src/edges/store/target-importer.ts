import type { ImportDeps } from "../../flows/manage/import-targets.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { jsonChunks } from "./json-chunks.ts";
import { seatsFor } from "./seats-for.ts";

/** Looks up and writes thousands of targets with few statements: D1 counts those of an invocation. */
export const targetImporter = (db: D1Database): Pick<ImportDeps, "watchlistIds" | "idsOf" | "room" | "addAll"> => ({
  async watchlistIds(named) {
    const ids = new Map<string, string>();
    for (const { text } of jsonChunks(named)) {
      const { results } = await db
        .prepare(
          `SELECT j.value AS named, coalesce((SELECT id FROM watchlists WHERE id = j.value),
             (SELECT id FROM watchlists WHERE name = j.value)) AS id FROM json_each(?1) j`,
        )
        .bind(text)
        .all<{ named: string; id: string | null }>();
      for (const row of results) if (row.id !== null) ids.set(row.named, row.id);
    }
    return ids;
  },

  async idsOf(wanted) {
    const ids: (string | null)[] = wanted.map(() => null);
    for (const { text, from } of jsonChunks(wanted.map((one) => [one.watchlistId, one.kind, one.identity]))) {
      // CROSS JOIN keeps the order: each wanted one is looked up in the index.
      const { results } = await db
        .prepare(
          `SELECT j.key AS place, t.id FROM json_each(?1) j CROSS JOIN targets t
           WHERE t.watchlist_id = j.value ->> 0 AND t.kind = j.value ->> 1 AND t.identity = j.value ->> 2`,
        )
        .bind(text)
        .all<{ place: number; id: string }>();
      for (const row of results) ids[from + row.place] = row.id;
    }
    return ids;
  },

  async room() {
    return QUOTAS.targets - Number(await db.prepare(`SELECT ${TARGETS} AS many`).first<number>("many"));
  },

  async addAll(targets) {
    const sheets = await sheetsFor(db, targets.length);
    const written = new Set<string>();
    const rows = targets.map(({ target, identity, seat }, index) => {
      const { state: _state, fault: _fault, lastPolledAt: _polled, lastOkAt: _ok, ...row } = target;
      return { ...row, identity, seat, sheet: sheets[index] };
    });
    for (const { text } of jsonChunks(rows)) {
      const [inserted] = await db.batch<{ id: string }>([db.prepare(INSERT).bind(text), db.prepare(SEAT).bind(text)]);
      for (const { id } of inserted!.results) written.add(id);
    }
    return written;
  },
});

/** How many targets there are: the sheets count them, so nobody reads them all. */
export const TARGETS = "(SELECT coalesce(sum(size), 0) FROM sheets)";

const INSERT = `INSERT INTO targets (id, watchlist_id, kind, name, identity, interval_seconds, priority, enabled,
    announce_initial, created_at, updated_at, sheet_id, params, settings)
  SELECT j.value ->> 'id', j.value ->> 'watchlistId', j.value ->> 'kind', j.value ->> 'name', j.value ->> 'identity',
    j.value ->> 'intervalSeconds', j.value ->> 'priority', j.value ->> 'enabled', j.value ->> 'announceInitial',
    j.value ->> 'createdAt', j.value ->> 'updatedAt', j.value ->> 'sheet', j.value -> 'params', j.value -> 'settings'
  FROM json_each(?1) j WHERE EXISTS (SELECT 1 FROM watchlists w WHERE w.id = j.value ->> 'watchlistId')
    AND ${TARGETS} + json_array_length(?1) <= ${QUOTAS.targets}
  ON CONFLICT DO NOTHING RETURNING id`;

// Only what the insert before it wrote has its id in the table: ids are new.
const SEAT = `UPDATE sheets SET edits = json_patch(edits, g.seats), size = size + g.added, revision = revision + 1
  FROM (SELECT t.sheet_id AS sheet, count(*) AS added,
      json_group_object(t.id, j.value -> 'seat') FILTER (WHERE j.value ->> 'seat' IS NOT NULL) AS seats
    FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value ->> 'id' GROUP BY t.sheet_id) g
  WHERE sheets.id = g.sheet`;

/** A sheet for each of `count` targets; those that are missing are made here. */
async function sheetsFor(db: D1Database, count: number): Promise<number[]> {
  const { results } = await db.prepare("SELECT id, size FROM sheets ORDER BY id").all<{ id: number; size: number }>();
  const { seats, made } = seatsFor(results, count);
  if (made.length > 0) {
    await db
      .prepare("INSERT INTO sheets (id) SELECT value FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING")
      .bind(JSON.stringify(made))
      .run();
  }
  return seats;
}
