import type { JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { change, create, remove } from "../../../resources/write/write-resource.ts";
import { formOf } from "../../../resources/view.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { removedIn, undoOfRemoval } from "../../../ui/forms/removed.ts";
import { previousFields, undoBy, undoneIn } from "../../../ui/forms/undo.ts";
import { GOALS } from "../../../ui/nav.ts";
import { backTo, countingZone, ownPath, type PageContext, storeDeps } from "../../../ui/page.ts";
import { t } from "../../../ui/words/text.ts";
import { firstMonth, goalControls } from "../goal-form.tsx";
import { goal } from "../resource/goal.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import type { GoalRecord } from "./found.ts";

const recorded = (one: AnyStored): GoalRecord => one as unknown as GoalRecord;

/** Whether a list, or a creator by itself, has a goal. */
export async function hasGoal(
  owner: { watchlistId: string } | { targetId: string; watchlistId: string },
  { ports }: PageContext<ReportPorts>,
): Promise<boolean> {
  const id = "targetId" in owner ? owner.targetId : "";
  const goals = await ports.reports.goals([{ id, watchlistId: owner.watchlistId, timezone: null }]);
  return (goals.get(id) ?? []).some(({ own }) => own === (id !== ""));
}

/** Where a form of a goal leads back to. */
const backOf = ({ fields, url }: PageContext, otherwise = GOALS): string =>
  ownPath(fields.text("from") || otherwise, url);

/** Sets a goal, with an Undo. Returns the errors of the form if there are any. */
export async function setGoal(
  owner: { watchlistId: string } | { targetId: string },
  { text, from }: { text: string; from: string },
  context: PageContext,
): Promise<Response | FieldError[]> {
  const created = await create(goal, { ...jsonOf(goalControls(), context.fields), ...owner }, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return errors;
  const { id } = granted(created).one;
  const back = backOf(context, from);
  return backTo(back, { text, undo: { action: `${GOALS}/${id}/delete`, fields: { from: back } } }, context);
}

/** Fields that an empty form field clears. */
const CLEARED = ["/hours", "/validDays", "/timezone"];

/** Changes a goal in place, or undoes that. Returns the errors of the form if there are any. */
export async function changeGoal(context: PageContext): Promise<Response | FieldError[]> {
  const { fields } = context;
  const before = await recordAt(goal, context);
  const undone = undoneIn(context);
  const cleared = CLEARED.filter((pointer) => fields.has(pointer)).map((pointer) => [pointer.slice(1), null]);
  const patch: JsonObject = undone ?? { ...Object.fromEntries(cleared), ...jsonOf(goalControls(), fields) };
  const written = await change(goal, before, patch, null, storeDeps(context, 200));
  const errors = invalidIn(written);
  if (errors !== null) return errors;
  const { one } = granted(written);
  const from = backOf(context, `${GOALS}/${one.id}`);
  if (undone !== null) return backTo(from, { text: t("Change undone") }, context);
  const was = previousFields(formOf(goal, before), formOf(goal, one));
  if (Object.keys(was).length === 0) return backTo(from, { text: t("Nothing changed") }, context);
  return backTo(from, { text: t("Goal changed"), ...undoBy(`${GOALS}/${one.id}`, was, { from }) }, context);
}

/** Deletes a goal, with an Undo: it comes back with the month from which it counted. */
export async function deleteGoal(context: PageContext): Promise<Response> {
  const one = await recordAt(goal, context);
  const month = firstMonth(recorded(one as AnyStored), recorded(one as AnyStored).timezone ?? countingZone(context));
  const startsOn = recorded(one as AnyStored).startsOn ?? `${month}-01`;
  const { undo } = await undoOfRemoval(`${GOALS}/restore`, goal, [{ ...one, startsOn } as AnyStored], context);
  granted(await remove(goal, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
  const from = backOf(context);
  const back = undo === undefined ? {} : { undo: { ...undo, fields: { ...undo.fields, from } } };
  return backTo(from, { text: t("Goal deleted"), ...back }, context);
}

/** Undoes a deletion. */
export async function restoreGoal(context: PageContext): Promise<Response> {
  const [removed] = await removedIn(goal, context);
  if (removed === undefined) return backTo(backOf(context), { text: t("Nothing changed") }, context);
  const { id, form } = removed;
  granted(await create(goal, form, { ...storeDeps(context, 201), newId: () => id }));
  return backTo(backOf(context), { text: t("The goal is back") }, context);
}
