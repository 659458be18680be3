import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import { cut } from "../../../core/text.ts";
import { change, create, remove } from "../../../flows/manage/keep.ts";
import { subscription, type Subscription } from "../../../resources/subscriptions/subscription.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { formOf } from "../../../resources/view.ts";
import { granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { asItWas, revisionIn, takesBack, undoBy, undoneIn, undoOf } from "../forms/undo.ts";
import { withoutTheirs } from "../parts/conflict.tsx";
import { keepDeps } from "../keep.ts";
import { formsAt, ownPath, seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { ALERTS, theAlert } from "./place.ts";
import { ConflictOf } from "./conflicting.tsx";
import { bodyOf, draftIn, draftOf, freshDraft, type Draft } from "./draft.ts";
import { alertPage, keptState, stateOf } from "./one.tsx";
import { whomOf } from "./whom.ts";
import { whenWords } from "./words.ts";

const back = async (visit: Visit, flash: Flash, to = ALERTS): Promise<Response> =>
  seeOther(
    visit.fields.has("from") ? ownPath(visit.fields.text("from"), visit.url) : to,
    await flashed(flash, visit.ports),
  );

async function newPage(visit: Visit): Promise<Response> {
  const { ports, url, zone } = visit;
  const like = url.searchParams.get("like");
  const found = like === null ? null : await ports.keep.find(subscription, like);
  const state = await stateOf(visit, null, freshDraft("", zone), found?.targetId ?? url.searchParams.get("target"));
  const { names, targetId } = state;
  const target = names.targets.find(({ id }) => id === targetId);
  const fresh: Draft = {
    ...freshDraft(url.searchParams.get("channel") ?? names.channels[0]?.id ?? "", zone),
    watchlistId: url.searchParams.get("list") ?? "",
    ...(target === undefined ? {} : { targetId: target.id, whom: target.name }),
  };
  const draft = found === null ? fresh : { ...draftOf(found, names.targets, zone), name: "" };
  return alertPage(visit, { ...state, draft, targetId: target?.id ?? null });
}

/** Shows what is wrong where it was typed. */
async function wrong(visit: Visit, kept: Subscription | null, draft: Draft, id: string | null, errors: FieldError[]) {
  const state = await stateOf(visit, kept, draft, id, errors);
  return alertPage(visit, state, { status: 422 });
}

const unknown = (message: string): FieldError[] => [{ pointer: "/targetId", message }];

/** What an alert is called that nobody gave a name. */
const nameOf = ({ events }: Draft, who: string | undefined, of: string | undefined): string =>
  cut(whenWords(events, { who, of }), 200).replace(/^./u, (letter) => letter.toUpperCase());

async function added(visit: Visit): Promise<Response> {
  const undone = undoneIn(visit);
  if (undone !== null) {
    granted(await create(subscription, undone, keepDeps(visit, 201)));
    return back(visit, { text: "Alert restored" });
  }
  const draft = draftIn(visit.fields);
  const whom = await whomOf(draft, visit);
  if (typeof whom === "string") return wrong(visit, null, draft, null, unknown(whom));
  const said = bodyOf(draft, whom.id);
  const list =
    draft.watchlistId === "" || whom.id !== null ? null : await visit.ports.keep.find(watchlist, draft.watchlistId);
  const name = draft.name.trim() === "" ? nameOf(draft, whom.target?.name, list?.name) : draft.name;
  const made = await create(subscription, { ...said, name }, keepDeps(visit, 201));
  if (made.ok) {
    const undo = undoOf(`${ALERTS}/${made.value.one.id}/delete`, made.value.one.revision);
    return back(visit, { text: `${shownName(name)} added`, ...undo });
  }
  if (made.error.kind === "invalid") return wrong(visit, null, draft, whom.id, made.error.errors);
  return granted(made) as never;
}

/** A merge patch keeps what it does not name: words that are gone are named as such. */
const replacing = (was: JsonObject, template: Json | undefined): JsonObject => ({
  ...Object.fromEntries(Object.keys(isObject(was["template"]) ? was["template"] : {}).map((type) => [type, null])),
  ...(isObject(template) ? template : {}),
});

async function changed(visit: Visit): Promise<Response> {
  const one = await theAlert(visit);
  const path = `${ALERTS}/${one.id}`;
  const was = formOf(subscription, one as never);
  const undone = undoneIn(visit);
  const draft = draftIn(visit.fields);
  const whom = undone === null ? await whomOf(draft, visit) : { target: null, id: null };
  if (typeof whom === "string") return wrong(visit, one, draft, null, unknown(whom));
  const patch = undone ?? withoutTheirs(bodyOf(draft, whom.id), visit.fields);
  const merged = "template" in patch ? { ...patch, template: replacing(was, patch["template"]) } : patch;
  const written = await change(subscription, one, merged, [revisionIn(visit)], keepDeps(visit, 200));
  if (written.ok) {
    const { revision } = written.value.one;
    const now = formOf(subscription, written.value.one as never);
    const undo = undone === null ? undoBy(path, asItWas(was, now), { revision: String(revision) }) : {};
    return back(visit, { text: undone === null ? `${shownName(one.name)} saved` : "Change undone", ...undo }, path);
  }
  return refused(visit, one, draft, whom.id, written.error);
}

async function refused(visit: Visit, one: Subscription, draft: Draft, id: string | null, error: Refusal) {
  if (error.kind === "invalid") return wrong(visit, one, draft, id, error.errors);
  if (error.kind !== "changed" || undoneIn(visit) !== null) return granted(err(error));
  const now = await theAlert(visit);
  const state = await stateOf(visit, now, draft, id);
  const above = await ConflictOf({ visit, now, mine: bodyOf(draft, id), names: state.names });
  return alertPage(visit, state, { above, status: 412 });
}

async function switched(visit: Visit, enabled: boolean): Promise<Response> {
  const one = await theAlert(visit);
  const made = granted(await change(subscription, one as never, { enabled }, takesBack(visit), keepDeps(visit, 200)));
  const undo = undoOf(`${ALERTS}/${one.id}/${enabled ? "pause" : "resume"}`, made.one.revision);
  return back(visit, { text: `${shownName(one.name)} ${enabled ? "resumed" : "paused"}`, ...undo });
}

async function deleted(visit: Visit): Promise<Response> {
  const one = await theAlert(visit);
  granted(await remove(subscription, one, { cascade: false, revisions: takesBack(visit) }, keepDeps(visit, 204)));
  const undo = undoBy(ALERTS, formOf(subscription, one as never));
  return back(visit, { text: `${shownName(one.name)} deleted`, ...undo });
}

const post = formsAt(ALERTS);

export const changePages: Page[] = [
  { method: "get", path: `${ALERTS}/new`, scope: "write", handle: newPage },
  {
    method: "get",
    path: `${ALERTS}/{id}`,
    scope: "read",
    handle: async (visit) => alertPage(visit, await keptState(visit, await theAlert(visit))),
  },
  post("", "createSubscription", added),
  post("/{id}", "changeSubscription", changed),
  post("/{id}/pause", "changeSubscription", (visit) => switched(visit, false)),
  post("/{id}/resume", "changeSubscription", (visit) => switched(visit, true)),
  post("/{id}/delete", "deleteSubscription", deleted),
];
