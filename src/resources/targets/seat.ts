import { canonical, type JsonObject } from "../../core/json.ts";
import { mapped } from "../../core/pieces.ts";
import { AT_NEXT_TICK, SHEET_SIZE, weightOf, type EntryPatch } from "../../core/sheet.ts";
import { targetKinds } from "../../targets/registry.ts";
import { comesAndGoes } from "../../targets/visit.ts";
import type { Resource, Statement } from "../resource.ts";
import type { OwnOfTarget, Target, targetForm } from "./form.ts";

/** An edit of the timetable, merged into those that wait for the next tick: `gone: null` takes a removal back. */
type PollSlotEdit = Omit<EntryPatch, "gone"> & { gone?: true | null };

type Seated = Pick<Target, "kind" | "identity" | "intervalSeconds" | "priority" | "enabled"> & { params: JsonObject };

/** The edit that puts a target on the timetable, due at the next tick, whatever its time. `last` is its last good poll, epoch ms, 0 for none. */
const seated = (one: Seated, last: number): PollSlotEdit => ({
  gone: null,
  due: AT_NEXT_TICK,
  last,
  intervalSeconds: one.intervalSeconds,
  weight: weightOf(one.priority),
  calls: targetKinds[one.kind]!.calls(one.params),
  cpuWeight: targetKinds[one.kind]!.cpuWeight,
  habitual: comesAndGoes(targetKinds[one.kind]!),
});

const sameParams = (before: { params: JsonObject }, after: { params: JsonObject }): boolean =>
  canonical(before.params) === canonical(after.params);

/** What a change of a target means for the timetable, null for nothing. */
function pollSlotEdit(before: Seated & { lastOkAt: number | null }, after: Seated): PollSlotEdit | null {
  if (!after.enabled) return before.enabled ? { gone: true } : null;
  const last = before.identity === after.identity ? (before.lastOkAt ?? 0) : 0;
  if (!before.enabled || !sameParams(before, after)) return seated(after, last);
  if (before.intervalSeconds === after.intervalSeconds && before.priority === after.priority) return null;
  const sooner = after.intervalSeconds < before.intervalSeconds ? { due: AT_NEXT_TICK } : {};
  return { ...sooner, intervalSeconds: after.intervalSeconds, weight: weightOf(after.priority) };
}

/** The last poll that was done: what an edit says, else the claim where its batch is in, else the one before. */
export const POLLED_AT = `(SELECT nullif(coalesce(s.edits ->> ('$."' || t.id || '".last'),
    CASE WHEN instr(y.done ->> ('$."' || (s.entries ->> ('$."' || t.id || '"[2]')) || '"'),
      ',' || (s.entries ->> ('$."' || t.id || '"[3]')) || ',') > 0
    THEN s.entries ->> ('$."' || t.id || '"[2]') ELSE s.entries ->> ('$."' || t.id || '"[1]') END), 0)
  FROM sheets s JOIN tally y ON y.id = 1 WHERE s.id = t.sheet_id)`;

/** How many targets there are: the sheets count them, so nobody reads them all. */
export const TAKEN_POLL_SLOTS = "(SELECT coalesce(sum(size), 0) FROM sheets)";

/**
 * Each new target by its place among all that come: the sheet that has room for it. Only the sheets are looked at that those of the
 * statement, whose places follow each other, can be on.
 */
export const SEATING = {
  join: `JOIN (SELECT * FROM (SELECT id AS sheet, sum(${SHEET_SIZE} - size) OVER (ORDER BY id) AS upto, ${SHEET_SIZE} - size AS room
      FROM sheets WHERE size < ${SHEET_SIZE}) WHERE upto > ?1 ->> '$[0][0]' AND upto - room <= ?1 ->> '$[#-1][0]') r
    ON j.value ->> 0 >= r.upto - r.room AND j.value ->> 0 < r.upto`,
  columns: { sheetId: "r.sheet" },
};

const NEW_SHEETS = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i * ${SHEET_SIZE} < ?1)
  INSERT INTO sheets (id) SELECT f.top + n.i FROM n, (SELECT coalesce(max(id), 0) AS top,
    coalesce(sum(${SHEET_SIZE} - size), 0) AS free FROM sheets) f WHERE (n.i - 1) * ${SHEET_SIZE} < ?1 - f.free`;

/** Edits of the timetable, and how many targets each adds to its sheet. */
const EDIT = `UPDATE sheets SET edits = json_patch(edits, g.seats), size = size + g.added, revision = revision + 1
  FROM (SELECT t.sheet_id AS sheet, sum(j.value ->> 2) AS added,
      json_group_object(t.id, j.value -> 1) FILTER (WHERE j.value ->> 1 IS NOT NULL) AS seats
    FROM json_each(?1) j CROSS JOIN targets t ON t.id = j.value ->> 0 GROUP BY t.sheet_id) g
  WHERE sheets.id = g.sheet`;

const leaving = (ids: string): string => `UPDATE sheets SET revision = revision + 1, size = size - g.leaving,
    edits = json_patch(edits, g.seats)
  FROM (SELECT sheet_id AS sheet, count(*) AS leaving, json_group_object(id, json('{"gone":true}')) AS seats
    FROM targets WHERE id IN (${ids}) GROUP BY sheet_id) g
  WHERE sheets.id = g.sheet`;

const PAGES_A_SHEET = 8;

/** The page of habits that a target's is on: an eighth of its sheet, by the last sign of its id, which is random. */
export const predictionPageOf = ({ id, sheetId }: { id: string; sheetId: number }): number =>
  sheetId * PAGES_A_SHEET + (id.charCodeAt(id.length - 1) % PAGES_A_SHEET);

/** The same of a row of `targets`, in SQL. */
export const PREDICTION_PAGE = `sheet_id * ${PAGES_A_SHEET} + unicode(substr(id, -1)) % ${PAGES_A_SHEET}`;

const forgetting = (ids: string): string => `UPDATE habits SET habits = json_patch(habits, g.gone)
  FROM (SELECT ${PREDICTION_PAGE} AS page,
      json_group_object(id, NULL) AS gone FROM targets WHERE id IN (${ids}) GROUP BY 1) g
  WHERE habits.page = g.page`;

/** A target that comes takes a seat on the timetable, one that changes keeps it, one that goes leaves it. */
export const pollSlotsAlong: NonNullable<Resource<ReturnType<typeof targetForm>, OwnOfTarget>["along"]> = {
  before: (count): Statement[] => [{ sql: NEW_SHEETS, params: [count] }],
  made: (records) => [{ sql: EDIT, rows: mapped(records, (one) => [one.id, one.enabled ? seated(one, 0) : null, 1]) }],
  changed(changes) {
    const rows = changes.flatMap(({ before, after }) => {
      const edit = pollSlotEdit(before, after);
      return edit === null ? [] : [[after.id, edit, 0]];
    });
    return rows.length === 0 ? [] : [{ sql: EDIT, rows }];
  },
  removed: (ids, params) => [
    { sql: leaving(ids), params },
    { sql: forgetting(ids), params },
  ],
};
