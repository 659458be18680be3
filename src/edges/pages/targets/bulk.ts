import { iso } from "../../../core/instant.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import {
  areAt,
  changeMany,
  createMany,
  removeMany,
  type ManyDeps,
  type Revisions,
} from "../../../flows/manage/change-many.ts";
import type { AnyKept } from "../../../resources/resource.ts";
import { silence } from "../../../resources/silences/silence.ts";
import { target } from "../../../resources/targets/target.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { found, granted, Problem } from "../../http/problem.ts";
import { untilIn } from "../parts/snooze.tsx";
import { manyOf } from "../words/rooms.ts";
import { flashed, type Flash } from "../flash.ts";
import { keepDeps } from "../keep.ts";
import { formsAt, ownPath, seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { CREATORS } from "../words/creator-address.ts";

/** As many as a page shows. */
const MOST_CHOSEN = 50;

/** Whom the form chose: a tick each, or all in one field where an Undo says it. */
function chosen({ fields }: Visit): string[] {
  const named = fields.text("ids").split(" ").map(idIn);
  const ids = [...new Set([...fields.all("id"), ...named])].filter((id) => id !== "");
  if (ids.length === 0) throw new Problem(400, "Select someone first.");
  if (ids.length > MOST_CHOSEN) throw new Problem(400, `Select at most ${MOST_CHOSEN} at a time.`);
  return ids;
}

/** An id of an Undo, without its revision. */
const idIn = (text: string): string => text.split(":", 1)[0]!;

/** The revisions that an Undo takes back, by id; null for a form that a person sent. */
const revisionsIn = (text: string): Revisions =>
  text.includes(":") ? new Map(text.split(" ").map((one) => [idIn(one), Number(one.split(":")[1])])) : null;

const manyDeps = (visit: Visit<"keep">, status: 200 | 204, said: Json): ManyDeps => ({
  ...visit.ports.keep,
  ...keepDeps(visit, status),
  write: (steps) => visit.write(steps, { status, body: null, headers: {}, subject: null }, [said]),
});

const calledAll = (all: AnyKept[]): string =>
  all.length === 1 ? shownName(all[0]!["name"] as string) : manyOf(String(all[0]!["kind"]), all.length);

/** Back to the list that the form came from, with what was done. */
async function back(visit: Visit, flash: Flash): Promise<Response> {
  const from = visit.fields.has("from") ? ownPath(visit.fields.text("from"), visit.url) : CREATORS;
  return seeOther(from, await flashed(flash, visit));
}

/** Their ids with the revisions that they have now, `steps` after these. */
const idsOf = (all: AnyKept[], steps: 0 | 1): string =>
  all.map(({ id, revision }) => `${id}:${revision + steps}`).join(" ");

async function switched(visit: Visit<"keep">, enabled: boolean): Promise<Response> {
  const ids = chosen(visit);
  const was = revisionsIn(visit.fields.text("ids"));
  const changed = granted(await changeMany(target, ids, { enabled }, manyDeps(visit, 200, { ids, enabled }), was));
  if (changed.length === 0) return back(visit, { text: enabled ? "Already active" : "Already paused" });
  const undo = { action: enabled ? "/creators/pause" : "/creators/resume", fields: { ids: idsOf(changed, 1) } };
  const text = `${calledAll(changed)} ${enabled ? "resumed" : "paused"}`;
  return back(visit, { text, undo });
}

/** Where they were, in few letters: a list, then who was in it. */
const whereText = (all: AnyKept[]): string =>
  [...Map.groupBy(all, (one) => one["watchlistId"] as string)]
    .map(([list, members]) => `${list} ${idsOf(members, 1)}`)
    .join(";");

/** The same read back: the list, and who was in it. */
const groupsIn = (text: string): { to: string; members: string[] }[] =>
  text
    .split(";")
    .slice(0, MOST_CHOSEN)
    .map((group) => group.split(" "))
    .map(([to = "", ...members]) => ({ to, members: members.slice(0, MOST_CHOSEN) }));

async function moved(visit: Visit<"keep">): Promise<Response> {
  const { fields, ports } = visit;
  const put = async (ids: string[], to: string) => {
    const one = found(await ports.keep.find(watchlist, to), watchlist.noun);
    const given: JsonObject = { watchlistId: to };
    return { one, all: granted(await changeMany(target, ids, given, manyDeps(visit, 200, { ids, ...given }))) };
  };
  if (fields.has("back")) {
    const groups = groupsIn(fields.text("back"));
    const was = revisionsIn(groups.flatMap(({ members }) => members).join(" "));
    const all = groups.flatMap(({ members }) => members.map(idIn)).slice(0, MOST_CHOSEN);
    if (!areAt(await ports.keep.known(target, all), was))
      throw new Problem(412, "Someone else changed some of them, so no one was moved back.");
    for (const { to, members } of groups) await put(members.map(idIn), to);
    return back(visit, { text: "Moved back" });
  }
  const ids = chosen(visit);
  if (fields.text("to") === "") throw new Problem(400, "Choose a list first.");
  const { one, all } = await put(ids, fields.text("to"));
  if (all.length === 0) return back(visit, { text: "Already in that list" });
  const text = `${calledAll(all)} moved to ${shownName(one.name)}`;
  return back(visit, { text, undo: { action: "/creators/move", fields: { back: whereText(all) } } });
}

async function deleted(visit: Visit<"keep">): Promise<Response> {
  const ids = chosen(visit);
  const gone = granted(await removeMany(target, ids, manyDeps(visit, 204, { ids })));
  return back(visit, { text: `${calledAll(gone)} deleted` });
}

async function snoozed(visit: Visit<"keep">): Promise<Response> {
  const ids = chosen(visit);
  const all = await visit.ports.keep.known(target, ids);
  if (all.length === 0) throw new Problem(404, "None of them is watched anymore.");
  const until = iso(untilIn(visit));
  const bodies = all.map(({ id }) => ({ targetId: id, until, reason: "" }));
  const made = granted(await createMany(silence, bodies, manyDeps(visit, 200, { ids, until })));
  const undo = { action: "/creators/unsnooze", fields: { ids: idsOf(made, 0) } };
  return back(visit, { text: `${calledAll(all)} snoozed`, undo });
}

async function unsnoozed(visit: Visit<"keep">): Promise<Response> {
  const ids = chosen(visit);
  const was = revisionsIn(visit.fields.text("ids"));
  granted(await removeMany(silence, ids, manyDeps(visit, 204, { ids }), was));
  return back(visit, { text: "Change undone" });
}

const post = formsAt("/creators/");

export const bulkPages: Page[] = [
  post("pause", "changeTarget", ["keep"], (visit) => switched(visit, false)),
  post("resume", "changeTarget", ["keep"], (visit) => switched(visit, true)),
  post("move", "changeTarget", ["keep"], moved),
  post("delete", "deleteTarget", ["keep"], deleted),
  post("snooze", "createSilence", ["keep"], snoozed),
  post("unsnooze", "deleteSilence", ["keep"], unsnoozed),
];
