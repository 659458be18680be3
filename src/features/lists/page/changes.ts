import type { JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import type { Result } from "../../../core/result.ts";
import { DEFAULT_WATCHLIST } from "../../../resources/fields.ts";
import { change, create, remove, type Written } from "../../../resources/write/write-resource.ts";
import { changeMany, type ManyDeps } from "../../creators/change-many.ts";
import { target } from "../../creators/resource/target.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { goal } from "../../goals/resource/goal.ts";
import { granted, Problem } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { openedUndo, sealedUndo } from "../../../ui/forms/removed.ts";
import { previousFields, undoBy, undoneIn } from "../../../ui/forms/undo.ts";
import { backTo, ownPath, type PageContext, storeDeps, storeDepsAs } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { watchlist } from "../resource/watchlist.ts";
import { listControls } from "./form.tsx";
import { LISTS } from "./words.ts";
import type { ListPorts } from "../lists.ts";

/** The creators that a deleted list gives to the default one at once. */
const MAX_MOVED = 1000;
const A_READ = 200;

/** The errors of a form with a list; null for any other refusal. A name that is taken stands at its field. */
export function errorsIn(result: Result<Written, Refusal>): FieldError[] | null {
  if (result.ok) return null;
  if (result.error.kind === "invalid") return result.error.errors;
  return result.error.kind === "conflict" ? [{ pointer: "/name", message: t("is the name of another list") }] : null;
}

/** The fields of the form as a request of the API has them; emptied ones become null. */
const bodyIn = ({ fields }: PageContext): JsonObject => {
  const body = jsonOf(listControls(), fields, true);
  return fields.has("/name") ? body : Object.fromEntries(Object.entries(body).filter(([name]) => name !== "name"));
};

export const createdBy = (context: PageContext): Promise<Result<Written, Refusal>> =>
  create(watchlist, bodyIn(context), storeDeps(context, 201));

/** Changes a list, or undoes that. Returns the errors of the form if there are any. */
export async function changed(context: PageContext): Promise<Response | FieldError[]> {
  const one = await recordAt(watchlist, context, "list");
  const undone = undoneIn(context);
  const body = undone ?? bodyIn(context);
  const written = await change(watchlist, one, body, null, storeDeps(context, 200));
  const errors = errorsIn(written);
  if (errors !== null) return errors;
  granted(written);
  const path = context.fields.has("from") ? ownPath(context.fields.text("from"), context.url) : `${LISTS}/${one.id}`;
  if (undone !== null) return backTo(path, { text: t("Change undone") }, context);
  const before = previousFields(one as never, body);
  if (Object.keys(before).length === 0) return backTo(path, { text: t("Nothing changed") }, context);
  const name = displayedName(typeof body["name"] === "string" ? body["name"] : one.name);
  return backTo(
    path,
    { text: t("{name} changed", { name }), ...undoBy(`${LISTS}/${one.id}`, before, { from: path }) },
    context,
  );
}

/** What a list and the default one watch both is named, up to so many. */
const MAX_TWINS = 20;

/** All targets of a list, up to one more than may be moved. */
async function targetsOf(watchlistId: string, { ports }: PageContext): Promise<string[]> {
  const ids: string[] = [];
  let after: [number, string] | null = null;
  do {
    const { items, next } = await ports.keep.list(target, { watchlistId }, { limit: A_READ, after });
    ids.push(...items.map(({ id }) => id));
    after = next as [number, string] | null;
  } while (after !== null && ids.length <= MAX_MOVED);
  return ids;
}

const manyDeps = (context: PageContext): ManyDeps => ({
  ...context.ports.keep,
  ...storeDepsAs("changeTarget", context, 200),
});

/** Moves targets to a list in one write. Returns when that was; null if nobody moved. */
async function move(ids: string[], to: string, context: PageContext): Promise<number | null> {
  if (ids.length === 0) return null;
  const moved = await changeMany(target, ids, { watchlistId: to }, manyDeps(context));
  if (granted(moved).length === 0) return null;
  const after = await context.ports.keep.find(target, ids[0]!);
  return after?.updatedAt ?? null;
}

/** What an Undo of a deletion brings back. It is sealed: nobody chooses an id or a time. */
interface Gone {
  id: string;
  list: JsonObject;
  goals: JsonObject[];
  /** When its creators moved to the default list; null if it had none. */
  movedAt: number | null;
}

/**
 * Deletes a list. Its creators move to the default list, where they stay watched; its goal and its client links end. Each
 * step leaves a whole state, so what fails can be repeated. Alerts, digests and boards are never deleted with it.
 */
export async function deleted(context: PageContext<ListPorts>): Promise<Response> {
  const { ports } = context;
  const one = await recordAt(watchlist, context, "list");
  const users = await ports.keep.usersOf(watchlist, one.id);
  const usedBy = users.filter(({ type }) => type !== target.noun && type !== goal.noun);
  if (usedBy.length > 0)
    throw new Problem(409, t("These use the list. Delete them or give them another one."), { usedBy });
  const ids = await targetsOf(one.id, context);
  if (ids.length > MAX_MOVED)
    throw new Problem(409, t("Move its creators to another list first: at most {n} move at once.", { n: MAX_MOVED }));
  const twins = await ports.listPages.alsoInDefault(one.id, MAX_TWINS);
  if (twins.length > 0) {
    const usedBy = twins.map(({ id, kind, name }) => ({ type: targetKinds[kind]?.page.noun ?? target.noun, id, name }));
    throw new Problem(409, t("The default list watches these, too. Delete them from this list first."), { usedBy });
  }
  const at = await move(ids, DEFAULT_WATCHLIST, context);
  const goals = await ports.keep.known(
    goal,
    users.filter(({ type }) => type === goal.noun).map(({ id }) => id),
  );
  for (const held of goals)
    granted(await remove(goal, held, { cascade: false, revisions: null }, storeDepsAs("deleteGoal", context, 204)));
  granted(await remove(watchlist, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
  const name = displayedName(one.name);
  const text =
    ids.length === 0
      ? t("{name} deleted", { name })
      : plural(ids.length, "{name} deleted. {n} creator stays watched", "{name} deleted. {n} creators stay watched", {
          name,
        });
  const { description, timezone, language } = one;
  const gone: Gone = {
    id: one.id,
    list: { name: one.name, description, timezone, language },
    goals: (goals as unknown as JsonObject[]).map(
      ({ hours, validDays, validDayMinutes, timezone: zone, startsOn }) => ({
        hours: hours!,
        validDays: validDays!,
        validDayMinutes: validDayMinutes!,
        timezone: zone!,
        startsOn: startsOn!,
      }),
    ),
    movedAt: at,
  };
  const undo = await sealedUndo(`${LISTS}/restore`, watchlist, gone as unknown as JsonObject, context);
  return backTo(LISTS, { text, ...undo }, context);
}

/**
 * Undoes a deletion: the same list with its settings and goal, those who moved and were not changed since, and whoever
 * could see it. Its client links are gone for good.
 */
export async function restored(context: PageContext<ListPorts>): Promise<Response> {
  const { id, list, goals, movedAt: at } = (await openedUndo(watchlist, context)) as unknown as Gone;
  const there = await context.ports.keep.find(watchlist, id);
  if (there !== null) return backTo(`${LISTS}/${id}`, { text: t("Nothing changed") }, context);
  const written = await create(watchlist, list, { ...storeDeps(context, 201), newId: () => id });
  if (errorsIn(written)?.[0]?.pointer === "/name")
    throw new Problem(409, t("There is another list of that name by now, so nothing was brought back."));
  const { one } = granted(written);
  if (at !== null) await move(await context.ports.listPages.movedAt(at, MAX_MOVED), one.id, context);
  for (const body of goals)
    granted(await create(goal, { ...body, watchlistId: one.id }, storeDepsAs("createGoal", context, 201)));
  return backTo(
    `${LISTS}/${one.id}`,
    { text: t("{name} is back", { name: displayedName(String(one["name"])) }) },
    context,
  );
}
