import { iso } from "../../../core/instant.ts";
import { hoursText, readHours } from "../../../core/hours-text.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { WeeklyHours } from "../../../core/weekly-hours.ts";
import { areAt, changeMany, createMany, removeMany, type ManyDeps, type Revisions } from "../change-many.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import type { ImportPorts } from "../import-targets.ts";
import { silence } from "../../silences/resource/silence.ts";
import { create } from "../../../resources/write/write-resource.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { found, granted, Problem } from "../../../http/problem.ts";
import { removedIn, undoOfRemoval } from "../../../ui/forms/removed.ts";
import { untilIn } from "../../../ui/parts/snooze.tsx";
import { manyOf } from "../../../ui/words/rooms.ts";
import type { Flash } from "../../../ui/flash.ts";
import { backTo, formsAt, ownPath, type PageContext, storeDeps, storeDepsAs } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { CREATORS, NEW_LIST } from "../creators.ts";
import { typedHours } from "./edit.tsx";
import type { Values } from "../../../core/sentence.ts";
import { marked, t } from "../../../ui/words/text.ts";

/** The maximum number of chosen targets: a full page. */
export const MAX_CHOSEN = 50;

/** Returns the chosen targets: one checkbox each, or one field with all of them in an Undo. */
function chosen({ fields }: PageContext): string[] {
  const named = fields.text("ids").split(" ").map(idIn);
  const ids = [...new Set([...fields.all("id"), ...named])].filter((id) => id !== "");
  if (ids.length === 0) throw new Problem(400, t("Select someone first."));
  if (ids.length > MAX_CHOSEN) throw new Problem(400, t("Select at most {n} at a time.", { n: MAX_CHOSEN }));
  return ids;
}

/** Returns an id of an Undo, without its revision. */
const idIn = (text: string): string => text.split(":", 1)[0]!;

/** Returns the revisions that an Undo requires, by id; null for an ordinary form. */
const revisionsIn = (text: string): Revisions =>
  text.includes(":") ? new Map(text.split(" ").map((one) => [idIn(one), Number(one.split(":")[1])])) : null;

const manyDeps = (context: PageContext, status: 200 | 204, reported: Json): ManyDeps => ({
  ...context.ports.keep,
  ...storeDeps(context, status),
  write: (steps) => context.write(steps, { status, body: null, headers: {}, subject: null }, [reported]),
});

/** Says what was done to one target or to several, in a text for each. */
const doneTo = (all: AnyStored[], one: string, several: string, values: Values = {}): string =>
  all.length === 1
    ? t(one, { ...values, name: displayedName(all[0]!["name"] as string) })
    : t(several, { ...values, many: manyOf(String(all[0]!["kind"]), all.length) });

/** Returns to the page that the form came from, with a message, whose Undo returns there too. */
async function back(context: PageContext, flash: Flash): Promise<Response> {
  const from = context.fields.has("from") ? ownPath(context.fields.text("from"), context.url) : CREATORS;
  const { undo } = flash;
  const shown = undo === undefined ? flash : { ...flash, undo: { ...undo, fields: { ...undo.fields, from } } };
  return backTo(from, shown, context);
}

/** Returns ids with their revisions, or with the next ones if `steps` is 1. */
const idsOf = (all: AnyStored[], steps: 0 | 1): string =>
  all.map(({ id, revision }) => `${id}:${revision + steps}`).join(" ");

async function switched(context: PageContext, enabled: boolean): Promise<Response> {
  const ids = chosen(context);
  const was = revisionsIn(context.fields.text("ids"));
  const changed = granted(await changeMany(target, ids, { enabled }, manyDeps(context, 200, { ids, enabled }), was));
  if (changed.length === 0) return back(context, { text: enabled ? t("Already active") : t("Already paused") });
  const undo = { action: enabled ? "/creators/pause" : "/creators/resume", fields: { ids: idsOf(changed, 1) } };
  const text = enabled
    ? doneTo(changed, marked("{name} resumed"), marked("{many} resumed"))
    : doneTo(changed, marked("{name} paused"), marked("{many} paused"));
  return back(context, { text, undo });
}

/** Encodes what targets had before, those with the same together: what it was, then their ids with revisions. */
const groupedBy = (all: AnyStored[], before: (one: AnyStored) => string): string =>
  [...Map.groupBy(all, before)].map(([was, those]) => `${was}|${idsOf(those, 1)}`).join("\n");

/** Gives targets back what they had before, if nobody has changed one of them since; else throws a Problem that says `why`. */
async function givenBack(
  { fields, ports }: PageContext,
  give: (ids: string[], was: string) => Promise<unknown>,
  why: string,
): Promise<void> {
  const groups = fields
    .text("back")
    .split(/\r?\n/)
    .slice(0, MAX_CHOSEN)
    .map((line) => line.split("|"))
    .map(([was = "", ids = ""]) => ({ was, members: ids.split(" ").slice(0, MAX_CHOSEN) }));
  const members = groups.flatMap((group) => group.members);
  const all = members.map(idIn).slice(0, MAX_CHOSEN);
  if (!areAt(await ports.keep.known(target, all), revisionsIn(members.join(" ")))) throw new Problem(412, why);
  for (const group of groups) await give(group.members.map(idIn), group.was);
}

/** Creates the list that the form names. Throws the 409 or 422 Problem, before anybody moves. */
async function newList(context: PageContext): Promise<string> {
  const name = context.fields.text("name").trim();
  if (name === "") throw new Problem(400, t("Name the new list first."));
  const created = await create(watchlist, { name }, storeDepsAs("createWatchlist", context, 201));
  if (!created.ok && created.error.kind === "conflict")
    throw new Problem(
      409,
      t("There is a list named {name} already. Choose it instead.", { name: displayedName(name) }),
    );
  return granted(created).one.id;
}

/** Which targets can't move to a list because it has the same, or because they are the same as one that moves. */
async function thereAlready({ ports }: PageContext<ImportPorts>, all: Target[], list: string): Promise<Set<string>> {
  const keys = all.map((one) => target.key({ ...one, watchlistId: list }) as string[]);
  const there = keys.length === 0 ? [] : await ports.keep.idsOf(target, keys);
  const seen = new Set<string>();
  const twice = all.filter(({ watchlistId, id }, at) => {
    const key = JSON.stringify(keys[at]);
    const isThere = watchlistId !== list && ((there[at] ?? id) !== id || seen.has(key));
    seen.add(key);
    return isThere;
  });
  return new Set(twice.map(({ id }) => id));
}

async function moved(context: PageContext<ImportPorts>): Promise<Response> {
  const { fields, ports } = context;
  const put = async (ids: string[], to: string) => {
    const one = found(await ports.keep.find(watchlist, to), watchlist.noun);
    const provided: JsonObject = { watchlistId: to };
    return { one, all: granted(await changeMany(target, ids, provided, manyDeps(context, 200, { ids, ...provided }))) };
  };
  if (fields.has("back")) {
    await givenBack(context, put, t("Someone else changed some of them, so no one was moved back."));
    return back(context, { text: t("Moved back") });
  }
  const ids = chosen(context);
  if (fields.text("to") === "") throw new Problem(400, t("Choose a list first."));
  const to = fields.text("to") === NEW_LIST ? await newList(context) : fields.text("to");
  const known = (await ports.keep.known(target, ids)) as unknown as Target[];
  const there = await thereAlready(context, known, to);
  const { one, all } = await put(
    known.flatMap(({ id }) => (there.has(id) ? [] : [id])),
    to,
  );
  const list = displayedName(one.name);
  const left = known.filter(({ id }) => there.has(id));
  const stay =
    left.length === 0
      ? ""
      : doneTo(
          left,
          marked("{list} has {name} already. Delete this one if you don’t need both."),
          marked("{list} has {many} already. Delete these if you don’t need both."),
          { list },
        );
  if (all.length === 0) return back(context, { text: stay || t("Already in that list") });
  const done = doneTo(all, marked("{name} moved to {list}"), marked("{many} moved to {list}"), { list });
  const text = stay === "" ? done : `${done}. ${stay}`;
  return back(context, {
    text,
    undo: { action: "/creators/move", fields: { back: groupedBy(all, (each) => each["watchlistId"] as string) } },
  });
}

/** Sets the usual hours of the chosen creators; an empty text removes them. */
async function timed(context: PageContext): Promise<Response> {
  const { fields } = context;
  const put = async (ids: string[], usualHours: JsonObject) =>
    granted(await changeMany(target, ids, usualHours, manyDeps(context, 200, { ids, ...usualHours })));
  if (fields.has("back")) {
    const give = async (ids: string[], was: string) => {
      const usualHours = readHours(was);
      if (Array.isArray(usualHours)) await put(ids, { usualHours: usualHours as unknown as Json });
    };
    await givenBack(context, give, t("Someone else changed some of them, so nothing was changed back."));
    return back(context, { text: t("Change undone") });
  }
  const ids = chosen(context);
  const typed = typedHours(fields.text("hours"));
  if (!typed.ok) throw new Problem(422, typed.error.kind === "invalid" ? typed.error.errors[0]!.message : "");
  const changed = await put(ids, typed.value);
  if (changed.length === 0) return back(context, { text: t("Nothing changed") });
  const undo = {
    action: "/creators/hours",
    fields: { back: groupedBy(changed, (one) => hoursText(one["usualHours"] as WeeklyHours[])) },
  };
  const isEmpty = fields.text("hours").trim() === "";
  const text = isEmpty
    ? doneTo(changed, marked("Usual hours of {name} removed"), marked("Usual hours of {many} removed"))
    : doneTo(changed, marked("Usual hours of {name} set"), marked("Usual hours of {many} set"));
  return back(context, { text, undo });
}

async function deleted(context: PageContext): Promise<Response> {
  const ids = chosen(context);
  const known = await context.ports.keep.known(target, ids);
  const undo = await undoOfRemoval("/creators/restore", target, known, context);
  const gone = granted(await removeMany(target, ids, manyDeps(context, 204, { ids })));
  const text = doneTo(gone, marked("{name} deleted"), marked("{many} deleted"));
  const lost = (known as unknown as Target[]).some(({ past }) => past?.importedSince !== undefined);
  return back(context, {
    text: lost ? `${text}. ${t("Past streams that you added don’t come back.")}` : text,
    ...undo,
  });
}

/** Undoes a deletion: everybody is the same creator again, and the time between is unknown. */
async function restored(context: PageContext): Promise<Response> {
  const removed = await removedIn(target, context);
  if (removed.length === 0) return back(context, { text: t("Nothing changed") });
  const ids = removed.map(({ id }) => id);
  const next = ids.values();
  const deps = { ...manyDeps(context, 200, { ids }), newId: () => next.next().value! };
  const all = granted(
    await createMany(
      target,
      removed.map(({ form }) => form),
      deps,
    ),
  );
  return back(context, { text: doneTo(all, marked("{name} is back"), marked("{many} are back")) });
}

async function snoozed(context: PageContext): Promise<Response> {
  const ids = chosen(context);
  const all = await context.ports.keep.known(target, ids);
  if (all.length === 0) throw new Problem(404, t("None of them is watched anymore."));
  const until = iso(untilIn(context));
  const bodies = all.map(({ id }) => ({ targetId: id, until, reason: "" }));
  const created = granted(await createMany(silence, bodies, manyDeps(context, 200, { ids, until })));
  const undo = { action: "/creators/unsnooze", fields: { ids: idsOf(created, 0) } };
  return back(context, { text: doneTo(all, marked("{name} snoozed"), marked("{many} snoozed")), undo });
}

async function unsnoozed(context: PageContext): Promise<Response> {
  const ids = chosen(context);
  const was = revisionsIn(context.fields.text("ids"));
  granted(await removeMany(silence, ids, manyDeps(context, 204, { ids }), was));
  return back(context, { text: t("Change undone") });
}

const post = formsAt("/creators/");

export const bulkPages = [
  post("pause", "changeTarget", (context) => switched(context, false)),
  post("resume", "changeTarget", (context) => switched(context, true)),
  post("move", "changeTarget", moved),
  post("hours", "changeTarget", timed),
  post("delete", "deleteTarget", deleted),
  post("restore", "createTarget", restored),
  post("snooze", "createSilence", snoozed),
  post("unsnooze", "deleteSilence", unsnoozed),
];
