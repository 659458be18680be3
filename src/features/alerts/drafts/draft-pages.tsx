import type { Child } from "hono/jsx";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import { change, create, remove } from "../../../resources/write/write-resource.ts";
import type { Base, Declared } from "../../../resources/resource.ts";
import { formOf, typeName } from "../../../resources/view.ts";
import { granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import type { Flash } from "../../../ui/flash.ts";
import { previousFields, revisionIn, undoneRevisions, undoBy, undoneIn, undoOf } from "../../../ui/forms/undo.ts";
import { page, formsAt, ownPath, type Page, type PageContext, backTo, storeDeps, savedBy } from "../../../ui/page.ts";
import { Conflict, withoutTheirs, type Differing } from "../../../ui/parts/conflict.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import { draftWords } from "./draft-form.tsx";

type Named = Base & { name: string };

/** Additions to a page: a conflict above the form, and the status of the response. */
export interface Displayed {
  above?: Child;
  status?: number;
}

/** The draft that a form sent. */
export interface Read<Draft> {
  draft: Draft;
  /** Errors found while reading the form. */
  wrong: FieldError[];
  /** Returns the name for a new record. */
  name: () => Promise<string>;
}

/** A resource whose records are edited in a form with a page of its own, and can be paused. */
export interface DraftShape<One extends Named, Draft, State, Needs> {
  of: Declared<One>;
  path: string;
  /** What one is called: "alert". */
  noun: string;
  read(context: PageContext<Needs>): Promise<Read<Draft>>;
  /** Returns the draft as the API would receive it. */
  bodyOf(draft: Draft): JsonObject;
  /** Completes a patch of a stored record whose merge patch alone would leave old fields behind. */
  patching(was: JsonObject, patch: JsonObject): JsonObject;
  fresh(context: PageContext<Needs>): Promise<State>;
  stored(context: PageContext<Needs>, one: One): Promise<State>;
  drafted(context: PageContext<Needs>, one: One | null, draft: Draft, errors?: FieldError[]): Promise<State>;
  differing(now: One, draft: Draft, state: State, context: PageContext<Needs>): Differing[];
  page(context: PageContext<Needs>, state: State, displayed?: Displayed): Promise<Response>;
  /**
   * Does what the form asks for besides a new record; returns what to say and where, and whether the record stays; or
   * null if it asks for nothing.
   */
  afterwards?(context: PageContext<Needs>, one: One): Promise<{ text: string; to: string; stays: boolean } | null>;
}

/**
 * Returns the pages of such a resource other than its list: for a new record, for one, and the targets of their forms.
 */
export function draftPages<One extends Named, Draft, State, Needs>(
  shape: DraftShape<One, Draft, State, Needs>,
): Page<Needs>[] {
  type Context = PageContext<Needs>;
  const { of, path, noun } = shape;
  const operation = typeName(of);

  const theOne = (context: Context): Promise<One> => recordAt(of, context, noun);

  const back = async (context: PageContext<Needs>, flash: Flash, to = path): Promise<Response> =>
    backTo(context.fields.has("from") ? ownPath(context.fields.text("from"), context.url) : to, flash, context);

  /** Shows the form again with its errors. */
  const invalid = async (context: Context, one: One | null, draft: Draft, errors: FieldError[]): Promise<Response> =>
    shape.page(context, await shape.drafted(context, one, draft, errors), { status: 422 });

  async function added(context: Context): Promise<Response> {
    const undone = undoneIn(context);
    const { draft, wrong: errors, name: nameOf } = await shape.read(context);
    if (errors.length > 0) return invalid(context, null, draft, errors);
    const name = undone === null ? await nameOf() : "";
    const created = await create(of, undone ?? { ...shape.bodyOf(draft), name }, storeDeps(context, 201));
    if (!created.ok && created.error.kind === "invalid" && undone === null)
      return invalid(context, null, draft, created.error.errors);
    const { one } = granted(created);
    if (undone !== null) return back(context, { text: t(draftWords(noun).restored) });
    const more = (await shape.afterwards?.(context, one as unknown as One)) ?? null;
    const text = more?.text ?? t("{name} added", { name: displayedName(name) });
    const undo = more?.stays === false ? {} : undoOf(`${path}/${one.id}/delete`, one.revision);
    return back(context, { text, ...undo }, more?.to);
  }

  async function changed(context: Context): Promise<Response> {
    const one = await theOne(context);
    const at = `${path}/${one.id}`;
    const was = formOf(of, one as never);
    const undone = undoneIn(context);
    const { draft, wrong: errors } = await shape.read(context);
    if (errors.length > 0) return invalid(context, one, draft, errors);
    const patch = shape.patching(was, undone ?? withoutTheirs(shape.bodyOf(draft), context.fields));
    const written = await change(of, one as never, patch, [revisionIn(context)], storeDeps(context, 200));
    if (!written.ok) return refused(context, one, draft, written.error);
    if (undone !== null) return back(context, { text: t("Change undone") }, at);
    const now = written.value.one as unknown as One;
    const undo = undoBy(at, previousFields(was, formOf(of, now as never)), { revision: String(now.revision) });
    return back(context, { text: t("{name} saved", { name: displayedName(one.name) }), ...undo }, at);
  }

  /** If others changed the record meanwhile, offers a choice for each conflicting field. */
  async function refused(context: Context, one: One, draft: Draft, error: Refusal): Promise<Response> {
    if (error.kind === "invalid") return invalid(context, one, draft, error.errors);
    if (error.kind !== "changed" || undoneIn(context) !== null) return granted(err(error));
    const now = await theOne(context);
    const state = await shape.drafted(context, now, draft);
    const differing = shape.differing(now, draft, state, context);
    const by = await savedBy(now.id, context);
    const above = <Conflict differing={differing} by={by} noun={noun} href={`${path}/${now.id}`} />;
    return shape.page(context, state, { above, status: 412 });
  }

  const switched = (enabled: boolean) => async (context: Context) => {
    const one = await theOne(context);
    const created = granted(
      await change(of, one as never, { enabled }, undoneRevisions(context), storeDeps(context, 200)),
    );
    const undo = undoOf(`${path}/${one.id}/${enabled ? "pause" : "resume"}`, created.one.revision);
    const text = t(enabled ? "{name} resumed" : "{name} paused", { name: displayedName(one.name) });
    return back(context, { text, ...undo });
  };

  async function deleted(context: Context): Promise<Response> {
    const one = await theOne(context);
    granted(await remove(of, one, { cascade: false, revisions: undoneRevisions(context) }, storeDeps(context, 204)));
    const text = t("{name} deleted", { name: displayedName(one.name) });
    return back(context, { text, ...undoBy(path, formOf(of, one as never)) });
  }

  const post = formsAt(path);
  return [
    page({
      method: "get",
      path: `${path}/new`,
      scope: "write",
      handle: async (context) => shape.page(context, await shape.fresh(context)),
    }),
    page({
      method: "get",
      path: `${path}/{id}`,
      scope: "read",
      handle: async (context) => shape.page(context, await shape.stored(context, await theOne(context))),
    }),
    post("", `create${operation}`, added),
    post("/{id}", `change${operation}`, changed),
    post("/{id}/pause", `change${operation}`, switched(false)),
    post("/{id}/resume", `change${operation}`, switched(true)),
    post("/{id}/delete", `delete${operation}`, deleted),
  ];
}
