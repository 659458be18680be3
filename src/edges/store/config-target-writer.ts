import type { ChangedTarget, SeatedTarget, TargetWrites } from "../../flows/manage/config/seats.ts";
import { deleteFrom, insertInto, type Write } from "./config-rows.ts";
import { seatsFor } from "./seats-for.ts";

/** What changes the targets and their seats, before and after the watchlists change. */
export function targetStatements(
  write: Write,
  { create, change, remove }: TargetWrites,
  sheets: { id: number; size: number }[],
  now: number,
): { before: D1PreparedStatement[]; after: D1PreparedStatement[] } {
  const { seats, made } = seatsFor(sheets, create.length);
  return {
    before: [
      ...write(
        SEAT,
        remove.map((id) => [id, { gone: true }, -1]),
      ),
      ...write(deleteFrom("targets"), remove),
      ...write(
        STEP_ASIDE,
        change.map(({ target }) => [target.id, target.watchlistId, target.identity]),
      ),
    ],
    after: [
      ...write(
        CHANGE,
        change.map((one) => changedRow(one, now)),
      ),
      ...write(
        SEAT,
        change.filter(({ seat }) => seat !== null).map(({ target, seat }) => [target.id, seat, 0]),
      ),
      ...write("INSERT INTO sheets (id) SELECT value FROM json_each(?1)", made),
      ...write(
        insertInto("targets", COLUMNS),
        create.map((one, index) => newRow(one, seats[index]!, now)),
      ),
      ...write(
        SEAT,
        create.map(({ target, seat }) => [target.id, seat, 1]),
      ),
    ],
  };
}

const COLUMNS = `id, watchlist_id, kind, identity, name, params, interval_seconds, priority, enabled, announce_initial,
  settings, updated_at, created_at, sheet_id`;

const plainRow = ({ target }: SeatedTarget, now: number) => [
  target.id,
  target.watchlistId,
  target.kind,
  target.identity,
  target.name,
  JSON.stringify(target.params),
  target.intervalSeconds,
  target.priority,
  target.enabled ? 1 : 0,
  target.announceInitial ? 1 : 0,
  JSON.stringify(target.settings),
  now,
];

const newRow = (one: SeatedTarget, sheet: number, now: number) => [...plainRow(one, now), one.target.createdAt, sheet];

const changedRow = (one: ChangedTarget, now: number) => [...plainRow(one, now), one.forget ? 1 : 0, one.lastOkAt];

// Two targets may change places: no identity is an id, so this one is nobody's.
const STEP_ASIDE = `UPDATE targets SET identity = targets.id FROM json_each(?1) j
  WHERE targets.id = j.value ->> 0 AND (targets.watchlist_id <> j.value ->> 1 OR targets.identity <> j.value ->> 2)`;

// What a poll remembers stays, unless the target watches something else; a poll that is under way is judged again.
const CHANGE = `UPDATE targets SET watchlist_id = j.value ->> 1, identity = j.value ->> 3, name = j.value ->> 4,
    params = j.value ->> 5, interval_seconds = j.value ->> 6, priority = j.value ->> 7, enabled = j.value ->> 8,
    announce_initial = j.value ->> 9, settings = j.value ->> 10, updated_at = j.value ->> 11,
    state = iif(j.value ->> 12, NULL, state), fault = iif(j.value ->> 12, NULL, fault),
    judged_at = iif(j.value ->> 12, NULL, judged_at), consecutive_faults = iif(j.value ->> 12, 0, consecutive_faults),
    on_air = iif(j.value ->> 12, 0, on_air), last_ok_at = iif(j.value ->> 12, NULL, coalesce(j.value ->> 13, last_ok_at)), revision = revision + 1
  FROM json_each(?1) j WHERE targets.id = j.value ->> 0`;

/** Edits of the timetable, and how many targets each adds to its sheet or takes off. */
const SEAT = `UPDATE sheets SET edits = json_patch(edits, g.seats), size = size + g.added, revision = revision + 1
  FROM (SELECT t.sheet_id AS sheet, sum(j.value ->> 2) AS added,
      json_group_object(t.id, j.value -> 1) FILTER (WHERE j.value ->> 1 IS NOT NULL) AS seats
    FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value ->> 0 GROUP BY t.sheet_id) g
  WHERE sheets.id = g.sheet`;
