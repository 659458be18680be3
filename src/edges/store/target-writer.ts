import { SHEET_SIZE } from "../../core/sheet.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { TARGETS } from "./target-importer.ts";
import type { TargetRecord } from "../../flows/browse/target-view.ts";
import type { ChangeTargetDeps } from "../../flows/manage/change-target.ts";
import type { CreateTargetDeps, TargetWritten } from "../../flows/manage/create-target.ts";
import type { SeatEdit } from "../../flows/manage/seat.ts";

type Row = Record<string, number>;

/** Writes targets together with their seats on the timetable: each change is one D1 batch. */
export const targetWriter = (db: D1Database): Pick<CreateTargetDeps, "add"> & Pick<ChangeTargetDeps, "change"> => ({
  async add(target, identity, seat) {
    const results = await db.batch<Row>([
      db
        .prepare(
          `INSERT INTO sheets (id) SELECT next FROM (SELECT coalesce(max(id), 0) + 1 AS next FROM sheets)
           WHERE NOT EXISTS (SELECT 1 FROM sheets WHERE size < ?1)`,
        )
        .bind(SHEET_SIZE),
      db
        .prepare(
          `INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
             announce_initial, settings, created_at, updated_at, sheet_id)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, (SELECT min(id) FROM sheets WHERE size < ?13)
           WHERE EXISTS (SELECT 1 FROM watchlists WHERE id = ?2) AND ${TARGETS} < ${QUOTAS.targets}
           ON CONFLICT DO NOTHING`,
        )
        .bind(target.id, ...columns(target, identity), target.createdAt, SHEET_SIZE),
      db
        .prepare(
          `UPDATE sheets SET edits = json_patch(edits, ?2), size = size + 1, revision = revision + 1
           WHERE id = (SELECT sheet_id FROM targets WHERE id = ?1)`,
        )
        .bind(target.id, editText(target.id, seat)),
      reasons(db, target, identity),
    ]);
    if (results[1]!.meta.changes > 0) return "written";
    const reason = reasonOf(results.at(-1)!.results[0]!);
    return reason === "moved" ? "full" : reason;
  },

  async change(target, identity, seat) {
    const allowed = `targets.id = ?1 AND targets.revision = ?2 AND EXISTS (SELECT 1 FROM watchlists WHERE id = ?3)
      AND NOT EXISTS (SELECT 1 FROM targets o WHERE o.watchlist_id = ?3 AND o.kind = ?4 AND o.identity = ?5 AND o.id <> ?1)`;
    const guard = [target.id, target.revision, target.watchlistId, target.kind, identity];
    // The seat comes first: after the update the revision has moved and the guard would no longer tell whose it is.
    const reseated = db
      .prepare(
        `UPDATE sheets SET edits = json_patch(edits, ?6), revision = revision + 1
         WHERE id = (SELECT sheet_id FROM targets WHERE ${allowed})`,
      )
      .bind(...guard, editText(target.id, seat));
    const results = await db.batch<Row>([
      ...(seat === null ? [] : [reseated]),
      db
        .prepare(
          `UPDATE targets SET watchlist_id = ?3, identity = ?5, name = ?6, params = ?7, interval_seconds = ?8, priority = ?9,
             enabled = ?10, announce_initial = ?11, settings = ?12, last_ok_at = ?13, updated_at = ?14,
             state = iif(?15, state, NULL), fault = iif(?15, fault, NULL), judged_at = iif(?15, judged_at, NULL),
             consecutive_faults = iif(?15, consecutive_faults, 0), on_air = iif(?15, on_air, 0), revision = revision + 1
           WHERE ${allowed}`,
        )
        .bind(...guard, ...changed(target)),
      reasons(db, target, identity),
    ]);
    return results.at(-2)!.meta.changes > 0 ? "written" : reasonOf(results.at(-1)!.results[0]!);
  },
});

const columns = (target: TargetRecord, identity: string) => [
  target.watchlistId,
  target.kind,
  target.name,
  JSON.stringify(target.params),
  identity,
  target.intervalSeconds,
  target.priority,
  target.enabled ? 1 : 0,
  target.announceInitial ? 1 : 0,
  JSON.stringify(target.settings),
];

const changed = (target: TargetRecord) => [
  target.name,
  JSON.stringify(target.params),
  target.intervalSeconds,
  target.priority,
  target.enabled ? 1 : 0,
  target.announceInitial ? 1 : 0,
  JSON.stringify(target.settings),
  target.lastOkAt,
  target.updatedAt,
  // Without a state and without faults there is nothing to keep: a forgotten target looks like this.
  target.state === null && target.consecutiveFaults === 0 ? 0 : 1,
];

const editText = (id: string, seat: SeatEdit | null): string => JSON.stringify(seat === null ? {} : { [id]: seat });

const reasons = (db: D1Database, { id, watchlistId, kind }: TargetRecord, identity: string) =>
  db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM watchlists WHERE id = ?2) AS listed, EXISTS (SELECT 1 FROM targets
         WHERE watchlist_id = ?2 AND kind = ?3 AND identity = ?4 AND id <> ?1) AS taken`,
    )
    .bind(id, watchlistId, kind, identity);

const reasonOf = ({ listed, taken }: Row): Exclude<TargetWritten, "written"> =>
  listed !== 1 ? "unlisted" : taken === 1 ? "taken" : "moved";
