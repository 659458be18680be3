import { canonical, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import { change, create, remove } from "../../../flows/manage/keep.ts";
import { previewDigestLooks } from "../../../flows/manage/preview-digest.ts";
import { runDigest } from "../../../flows/manage/run-digest.ts";
import { digest, type Digest } from "../../../resources/digests/digest.ts";
import { readForm } from "../../../resources/form.ts";
import { formOf } from "../../../resources/view.ts";
import { sections } from "../../../sections/registry.ts";
import { granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { Conflict, withoutTheirs, type Differing } from "../parts/conflict.tsx";
import { asItWas, revisionIn, takesBack, undoBy, undoneIn, undoOf } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { savedBy } from "../saved-by.ts";
import { showPart, wantsPart } from "../show.tsx";
import { bodyOf, draftIn, draftOf, freshDraft, type Draft } from "./draft.ts";
import { DigestLook } from "./look.tsx";
import { digestPage, DIGESTS, stateOf, theDigest } from "./one.tsx";
import { periodWords, scheduleWords } from "./schedule.ts";

const back = async (visit: Visit, flash: Flash, to = DIGESTS): Promise<Response> =>
  seeOther(to, await flashed(flash, visit.ports));

async function newPage(visit: Visit): Promise<Response> {
  const state = await stateOf(visit, null, freshDraft("", visit.zone));
  return digestPage(visit, { ...state, draft: freshDraft(state.names.channels[0]?.id ?? "", visit.zone) });
}

const wrong = async (visit: Visit, kept: Digest | null, draft: Draft, errors: FieldError[]): Promise<Response> =>
  digestPage(visit, await stateOf(visit, kept, draft, errors), { status: 422 });

async function added(visit: Visit): Promise<Response> {
  const undone = undoneIn(visit);
  const draft = draftIn(visit.fields);
  const made = await create(digest, undone ?? bodyOf(draft), keepDeps(visit, 201));
  if (made.ok) {
    const undo = undoOf(`${DIGESTS}/${made.value.one.id}/delete`, made.value.one.revision);
    return back(
      visit,
      undone === null ? { text: `${shownName(draft.name)} added`, ...undo } : { text: "Digest restored" },
    );
  }
  if (made.error.kind === "invalid" && undone === null) return wrong(visit, null, draft, made.error.errors);
  return granted(made) as never;
}

const LABELS: Record<string, string> = {
  name: "Name",
  channelId: "Send to",
  watchlistId: "Scope",
  schedule: "Schedule",
  timezone: "Time zone",
  period: "Period",
  sections: "Content",
  language: "Language",
};

function wordsOf(field: string, value: Json, names: AlertNames): string {
  const called = (all: { id: string; name: string }[]) =>
    shownName(all.find(({ id }) => id === value)?.name ?? "", "another");
  if (field === "watchlistId") return value === null ? "everything" : called(names.lists);
  if (field === "period") return periodWords(value as string | null);
  if (value === null) return "the channel's language";
  if (field === "channelId") return called(names.channels);
  if (field === "schedule") return scheduleWords(value as string);
  if (field === "sections") return (value as string[]).map((name) => sections[name]?.title("en") ?? name).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const differingIn = (now: JsonObject, mine: JsonObject, names: AlertNames): Differing[] =>
  Object.entries(LABELS).flatMap(([field, label]) => {
    const [is, yours] = [now[field] ?? null, mine[field] ?? null];
    if (canonical(is) === canonical(yours)) return [];
    return { pointer: `/${field}`, label, now: wordsOf(field, is, names), yours: wordsOf(field, yours, names) };
  });

async function changed(visit: Visit): Promise<Response> {
  const one = await theDigest(visit);
  const path = `${DIGESTS}/${one.id}`;
  const undone = undoneIn(visit);
  const draft = draftIn(visit.fields);
  const patch = undone ?? withoutTheirs(bodyOf(draft), visit.fields);
  const written = await change(digest, one, patch, [revisionIn(visit)], keepDeps(visit, 200));
  if (!written.ok) return refused(visit, one, draft, written.error);
  const [was, now] = [formOf(digest, one as never), formOf(digest, written.value.one as never)];
  const revision = String(written.value.one.revision);
  if (undone !== null) return back(visit, { text: "Change undone" }, path);
  return back(visit, { text: `${shownName(one.name)} saved`, ...undoBy(path, asItWas(was, now), { revision }) }, path);
}

async function refused(visit: Visit, one: Digest, draft: Draft, error: Refusal): Promise<Response> {
  if (error.kind === "invalid") return wrong(visit, one, draft, error.errors);
  if (error.kind !== "changed" || undoneIn(visit) !== null) return granted(err(error));
  const now = await theDigest(visit);
  const state = await stateOf(visit, now, draft);
  const differing = differingIn(bodyOf(draftOf(now)), bodyOf(draft), state.names);
  const by = await savedBy(now.id, visit);
  const above = <Conflict differing={differing} by={by} noun="digest" href={`${DIGESTS}/${now.id}`} />;
  return digestPage(visit, state, { above, status: 412 });
}

async function switched(visit: Visit, enabled: boolean): Promise<Response> {
  const one = await theDigest(visit);
  const made = granted(await change(digest, one as never, { enabled }, takesBack(visit), keepDeps(visit, 200)));
  const undo = undoOf(`${DIGESTS}/${one.id}/${enabled ? "pause" : "resume"}`, made.one.revision);
  return back(visit, { text: `${shownName(one.name)} ${enabled ? "resumed" : "paused"}`, ...undo });
}

async function deleted(visit: Visit): Promise<Response> {
  const one = await theDigest(visit);
  granted(await remove(digest, one, { cascade: false, revisions: takesBack(visit) }, keepDeps(visit, 204)));
  return back(visit, { text: `${shownName(one.name)} deleted`, ...undoBy(DIGESTS, formOf(digest, one as never)) });
}

async function ran(visit: Visit): Promise<Response> {
  const one = await theDigest(visit);
  const delivery = granted(await runDigest(one, visit.ports.digests));
  return back(visit, { text: `${shownName(one.name)} is being sent` }, `/messages/${delivery.id}`);
}

/** What a form says that is tried and not kept, as it would look. */
async function shown(visit: Visit): Promise<Response> {
  const { fields, ports, now } = visit;
  const draft = draftIn(fields);
  const id = fields.text("id");
  const found = wantsPart(visit) || id === "" ? null : await ports.keep.find(digest, id);
  const kept = found === null ? null : { ...found, revision: Number(fields.text("revision")) };
  const state = await stateOf(visit, kept, draft);
  const name = draft.name.trim() === "" ? "A digest" : draft.name;
  const read = readForm(digest.form(), { ...bodyOf(draft), name });
  if (!read.ok)
    return digestPage(
      visit,
      { ...state, errors: read.error.kind === "invalid" ? read.error.errors : [] },
      { status: 422 },
    );
  const channel = state.names.channels.find((one) => one.id === draft.channelId);
  const inList = draft.watchlistId === "" || state.names.lists.some((one) => one.id === draft.watchlistId);
  if (channel === undefined || !inList) {
    const pointer = channel === undefined ? "/channelId" : "/watchlistId";
    return digestPage(
      visit,
      { ...state, errors: [{ pointer, message: "no longer exists: choose another" }] },
      { status: 422 },
    );
  }
  const base = { id: "dig_draft", createdAt: now, updatedAt: now, revision: 0, nextAt: null };
  const tried = { ...base, ...read.value } as unknown as Digest;
  const came = await previewDigestLooks(tried, channel, ports.digests);
  const look = <DigestLook came={came} channel={channel} publicUrl={ports.signIn.publicUrl} />;
  return wantsPart(visit) ? showPart(visit, look) : digestPage(visit, state, { look });
}

const post = formsAt(DIGESTS);

export const changePages: Page[] = [
  { method: "get", path: `${DIGESTS}/new`, scope: "write", handle: newPage },
  {
    method: "get",
    path: `${DIGESTS}/{id}`,
    scope: "read",
    async handle(visit) {
      const one = await theDigest(visit);
      return digestPage(visit, await stateOf(visit, one, draftOf(one)));
    },
  },
  {
    method: "post",
    path: `${DIGESTS}/preview`,
    scope: "write",
    operation: "previewDigest",
    audited: false,
    handle: shown,
  },
  post("", "createDigest", added),
  post("/{id}", "changeDigest", changed),
  post("/{id}/pause", "changeDigest", (visit) => switched(visit, false)),
  post("/{id}/resume", "changeDigest", (visit) => switched(visit, true)),
  post("/{id}/delete", "deleteDigest", deleted),
  post("/{id}/run", "runDigest", ran),
];
