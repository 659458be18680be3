import type { Child } from "hono/jsx";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err } from "../../../core/result.ts";
import { change, create, remove } from "../../../flows/manage/keep.ts";
import type { Base, Declared } from "../../../resources/resource.ts";
import { formOf, typeName } from "../../../resources/view.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed, type Flash } from "../flash.ts";
import { asItWas, revisionIn, takesBack, undoBy, undoneIn, undoOf } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { page, formsAt, ownPath, seeOther, type Page, type Port, type Visit } from "../page.ts";
import { Conflict, withoutTheirs, type Differing } from "../parts/conflict.tsx";
import { savedBy } from "../saved-by.ts";
import { shownName } from "../words/name.ts";

type Named = Base & { name: string };

/** What a page shows beyond its state: a conflict above the form, and the answer's status. */
export interface Shown {
  above?: Child;
  status?: number;
}

/** What a form sent. */
export interface Read<Draft> {
  draft: Draft;
  /** What is wrong with it before it is judged. */
  wrong: FieldError[];
  /** The name of a new one. */
  name: () => Promise<string>;
}

/** A resource whose records are drafted in a form with a page of its own, and switched on and off. */
export interface DraftShape<One extends Named, Draft, State, Needs extends Port> {
  /** What its pages need beside the records and the audit log. */
  needs: readonly Needs[];
  of: Declared<One>;
  path: string;
  /** What one is called on the page: "alert". */
  noun: string;
  read(visit: Visit<Needs>): Promise<Read<Draft>>;
  /** The draft as the API would be sent it. */
  bodyOf(draft: Draft): JsonObject;
  /** A patch of what is stored, where a merge patch alone would leave something behind. */
  patching(was: JsonObject, patch: JsonObject): JsonObject;
  fresh(visit: Visit<Needs>): Promise<State>;
  stored(visit: Visit<Needs>, one: One): Promise<State>;
  drafted(visit: Visit<Needs>, one: One | null, draft: Draft, errors?: FieldError[]): Promise<State>;
  differing(now: One, draft: Draft, state: State, visit: Visit<Needs>): Differing[];
  page(visit: Visit<Needs>, state: State, shown?: Shown): Promise<Response>;
}

/** The pages of such a resource beside its list: a new one, one, and what its forms send to. */
export function draftPages<One extends Named, Draft, State, const Needs extends Port>(
  shape: DraftShape<One, Draft, State, Needs>,
): Page[] {
  type Asked = Visit<Needs | "keep" | "audit">;
  const { of, path, noun } = shape;
  const needs = [...shape.needs, "keep", "audit"] as const;
  const operation = typeName(of);

  const theOne = async ({ ports, params }: Asked): Promise<One> =>
    found(await ports.keep.find(of, params["id"]!), noun);

  const back = async (visit: Visit<Needs>, flash: Flash, to = path): Promise<Response> =>
    seeOther(
      visit.fields.has("from") ? ownPath(visit.fields.text("from"), visit.url) : to,
      await flashed(flash, visit),
    );

  /** Shows what is wrong where it was typed. */
  const wrong = async (visit: Asked, one: One | null, draft: Draft, errors: FieldError[]): Promise<Response> =>
    shape.page(visit, await shape.drafted(visit, one, draft, errors), { status: 422 });

  async function added(visit: Asked): Promise<Response> {
    const undone = undoneIn(visit);
    const { draft, wrong: errors, name: nameOf } = await shape.read(visit);
    if (errors.length > 0) return wrong(visit, null, draft, errors);
    const name = undone === null ? await nameOf() : "";
    const made = await create(of, undone ?? { ...shape.bodyOf(draft), name }, keepDeps(visit, 201));
    if (!made.ok && made.error.kind === "invalid" && undone === null)
      return wrong(visit, null, draft, made.error.errors);
    const { one } = granted(made);
    if (undone !== null) return back(visit, { text: `${noun.replace(/^./, (a) => a.toUpperCase())} restored` });
    return back(visit, { text: `${shownName(name)} added`, ...undoOf(`${path}/${one.id}/delete`, one.revision) });
  }

  async function changed(visit: Asked): Promise<Response> {
    const one = await theOne(visit);
    const at = `${path}/${one.id}`;
    const was = formOf(of, one as never);
    const undone = undoneIn(visit);
    const { draft, wrong: errors } = await shape.read(visit);
    if (errors.length > 0) return wrong(visit, one, draft, errors);
    const patch = shape.patching(was, undone ?? withoutTheirs(shape.bodyOf(draft), visit.fields));
    const written = await change(of, one as never, patch, [revisionIn(visit)], keepDeps(visit, 200));
    if (!written.ok) return refused(visit, one, draft, written.error);
    if (undone !== null) return back(visit, { text: "Change undone" }, at);
    const now = written.value.one as unknown as One;
    const undo = undoBy(at, asItWas(was, formOf(of, now as never)), { revision: String(now.revision) });
    return back(visit, { text: `${shownName(one.name)} saved`, ...undo }, at);
  }

  /** What others have changed since is chosen from, field by field. */
  async function refused(visit: Asked, one: One, draft: Draft, error: Refusal): Promise<Response> {
    if (error.kind === "invalid") return wrong(visit, one, draft, error.errors);
    if (error.kind !== "changed" || undoneIn(visit) !== null) return granted(err(error));
    const now = await theOne(visit);
    const state = await shape.drafted(visit, now, draft);
    const differing = shape.differing(now, draft, state, visit);
    const by = await savedBy(now.id, visit);
    const above = <Conflict differing={differing} by={by} noun={noun} href={`${path}/${now.id}`} />;
    return shape.page(visit, state, { above, status: 412 });
  }

  const switched = (enabled: boolean) => async (visit: Asked) => {
    const one = await theOne(visit);
    const made = granted(await change(of, one as never, { enabled }, takesBack(visit), keepDeps(visit, 200)));
    const undo = undoOf(`${path}/${one.id}/${enabled ? "pause" : "resume"}`, made.one.revision);
    return back(visit, { text: `${shownName(one.name)} ${enabled ? "resumed" : "paused"}`, ...undo });
  };

  async function deleted(visit: Asked): Promise<Response> {
    const one = await theOne(visit);
    granted(await remove(of, one, { cascade: false, revisions: takesBack(visit) }, keepDeps(visit, 204)));
    return back(visit, { text: `${shownName(one.name)} deleted`, ...undoBy(path, formOf(of, one as never)) });
  }

  const post = formsAt(path);
  return [
    page({
      method: "get",
      path: `${path}/new`,
      scope: "write",
      needs,
      handle: async (visit) => shape.page(visit, await shape.fresh(visit)),
    }),
    page({
      method: "get",
      path: `${path}/{id}`,
      scope: "read",
      needs,
      handle: async (visit) => shape.page(visit, await shape.stored(visit, await theOne(visit))),
    }),
    post("", `create${operation}`, needs, added),
    post("/{id}", `change${operation}`, needs, changed),
    post("/{id}/pause", `change${operation}`, needs, switched(false)),
    post("/{id}/resume", `change${operation}`, needs, switched(true)),
    post("/{id}/delete", `delete${operation}`, needs, deleted),
  ];
}
