import { canonical, type JsonObject } from "../../../core/json.ts";
import { chunksOf } from "../../../core/concurrency.ts";
import { AT_NEXT_TICK, SHEET_SIZE, weightOf, type EntryPatch } from "../../../core/sheet.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { slotOperationOf } from "../../../kinds/operations.ts";
import { comesAndGoes } from "../../../kinds/presence.ts";
import type { Resource, Statement } from "../../../resources/resource.ts";
import type { OwnOfTarget, Target, targetForm } from "./form.ts";

type SlotTarget = Pick<Target, "kind" | "identity" | "intervalSeconds" | "priority" | "enabled"> & {
  params: JsonObject;
};

/**
 * The edit that schedules a target for the next tick, whatever its time. `last` is its last successful poll, epoch ms,
 * 0 for none.
 */
const scheduled = (one: SlotTarget, last: number): EntryPatch => ({
  gone: null,
  due: AT_NEXT_TICK,
  last,
  intervalSeconds: one.intervalSeconds,
  weight: weightOf(one.priority),
  calls: targetKinds[one.kind]!.calls(one.params),
  cpuWeight: targetKinds[one.kind]!.cpuWeight,
  habitual: comesAndGoes(targetKinds[one.kind]!),
  operation: slotOperationOf(one),
});

const sameParams = (before: { params: JsonObject }, after: { params: JsonObject }): boolean =>
  canonical(before.params) === canonical(after.params);

/** The edit for a change of a target; null for none. */
function pollSlotEdit(before: SlotTarget & { lastOkAt: number | null }, after: SlotTarget): EntryPatch | null {
  if (!after.enabled) return before.enabled ? { gone: true } : null;
  const last = before.identity === after.identity ? (before.lastOkAt ?? 0) : 0;
  if (!before.enabled || !sameParams(before, after)) return scheduled(after, last);
  if (before.intervalSeconds === after.intervalSeconds && before.priority === after.priority) return null;
  const sooner = after.intervalSeconds < before.intervalSeconds ? { due: AT_NEXT_TICK } : {};
  return { ...sooner, intervalSeconds: after.intervalSeconds, weight: weightOf(after.priority) };
}

/** The last finished poll: from an edit, else from the claim if its batch has finished, else the previous one. */
export const POLLED_AT = `(SELECT nullif(coalesce(s.edits ->> ('$."' || t.id || '".last'),
    CASE WHEN instr(y.done ->> ('$."' || (s.entries ->> ('$."' || t.id || '"[2]')) || '"'),
      ',' || (s.entries ->> ('$."' || t.id || '"[3]')) || ',') > 0
    THEN s.entries ->> ('$."' || t.id || '"[2]') ELSE s.entries ->> ('$."' || t.id || '"[1]') END), 0)
  FROM sheets s JOIN tally y ON y.id = 1 WHERE s.id = t.sheet_id)`;

/** The number of targets. Sheets store their size, so targets need not be read. */
export const TAKEN_POLL_SLOTS = "(SELECT coalesce(sum(size), 0) FROM sheets)";

/**
 * Assigns each new target, by its index, to a sheet with capacity. Only the sheets that can get targets of this
 * statement are read, each once, and the targets are scanned once per sheet.
 */
export const SEATING = {
  among: (
    rows: string,
  ): string => `(SELECT * FROM (SELECT id AS sheet, sum(${SHEET_SIZE} - size) OVER (ORDER BY id) AS upto,
      ${SHEET_SIZE} - size AS room FROM sheets WHERE size < ${SHEET_SIZE})
      WHERE upto > ?2 AND upto - room < ?3) r
    CROSS JOIN ${rows} ON j.place >= r.upto - r.room AND j.place < r.upto`,
  columns: { sheetId: "r.sheet" },
};

const NEW_SHEETS = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i * ${SHEET_SIZE} < ?1)
  INSERT INTO sheets (id) SELECT f.top + n.i FROM n, (SELECT coalesce(max(id), 0) AS top,
    coalesce(sum(${SHEET_SIZE} - size), 0) AS free FROM sheets) f WHERE (n.i - 1) * ${SHEET_SIZE} < ?1 - f.free`;

/**
 * Applies edits to sheets, and counts the targets that each adds. A sheet without edits takes them unmerged, because
 * `json_patch` compares each new key with all others.
 */
const EDIT = `UPDATE sheets SET edits = iif(edits = '{}', g.seats, json_patch(edits, g.seats)),
    size = size + g.added, revision = revision + 1
  FROM (SELECT t.sheet_id AS sheet, sum(e.added) AS added,
      json_group_object(t.id, json(e.edit)) FILTER (WHERE e.edit <> 'null') AS seats
    FROM (SELECT value -> 0 AS edit, value ->> 1 AS added, value -> 2 AS ids FROM json_each(?1) LIMIT -1) e
      CROSS JOIN json_each(e.ids) i CROSS JOIN targets t ON t.id = i.value GROUP BY t.sheet_id) g
  WHERE sheets.id = g.sheet`;

/** Targets in one row of edits, so that it fits into a parameter. */
const TARGETS_A_ROW = 500;

/** Builds the rows of `EDIT`. Targets with the same edit, usually most of them, share rows. */
function editRows(edits: [id: string, edit: EntryPatch | null][], added: 0 | 1): unknown[] {
  const alike = Map.groupBy(edits, ([, edit]) => JSON.stringify(edit));
  return [...alike.values()].flatMap((group) =>
    chunksOf(group, TARGETS_A_ROW).map((some) => [some[0]![1], added, some.map(([id]) => id)]),
  );
}

const leaving = (ids: string): string => `UPDATE sheets SET revision = revision + 1, size = size - g.leaving,
    edits = json_patch(edits, g.seats)
  FROM (SELECT sheet_id AS sheet, count(*) AS leaving, json_group_object(id, json('{"gone":true}')) AS seats
    FROM targets WHERE id IN (${ids}) GROUP BY sheet_id) g
  WHERE sheets.id = g.sheet`;

const PAGES_A_SHEET = 8;

/**
 * The page of a target's schedule prediction: an eighth of its sheet, by the last character of its id, which is random.
 */
export const predictionPageOf = ({ id, sheetId }: { id: string; sheetId: number }): number =>
  sheetId * PAGES_A_SHEET + (id.charCodeAt(id.length - 1) % PAGES_A_SHEET);

/** The same for a row of `targets`, in SQL. */
export const PREDICTION_PAGE = `sheet_id * ${PAGES_A_SHEET} + unicode(substr(id, -1)) % ${PAGES_A_SHEET}`;

/** Discards the predictions of these targets. */
export const forgetting = (ids: string): string => `UPDATE habits SET habits = json_patch(habits, g.gone)
  FROM (SELECT ${PREDICTION_PAGE} AS page,
      json_group_object(id, NULL) AS gone FROM targets WHERE id IN (${ids}) GROUP BY 1) g
  WHERE habits.page = g.page`;

/** Discards predictions that hours or a time zone have changed. The next polls learn them again. */
export const forgettingPredictions = (ids: string[]): Statement[] =>
  ids.length === 0 ? [] : [{ sql: forgetting("SELECT value FROM json_each(?1)"), rows: ids }];

/** Side effects on the schedule: a new target gets a poll slot, a changed one keeps it, a deleted one loses it. */
export const pollSlotsAlong: NonNullable<Resource<ReturnType<typeof targetForm>, OwnOfTarget>["sideEffects"]> = {
  before: (count): Statement[] => [{ sql: NEW_SHEETS, params: [count] }],
  made: (records) => [
    {
      sql: EDIT,
      rows: editRows(
        records.map((one) => [one.id, one.enabled ? scheduled(one, 0) : null]),
        1,
      ),
    },
  ],
  changed(changes) {
    const edits = changes.flatMap(({ before, after }): [string, EntryPatch][] => {
      const edit = pollSlotEdit(before, after);
      return edit === null ? [] : [[after.id, edit]];
    });
    return edits.length === 0 ? [] : [{ sql: EDIT, rows: editRows(edits, 0) }];
  },
  removed: (ids, params) => [
    { sql: leaving(ids), params },
    { sql: forgetting(ids), params },
  ],
};
