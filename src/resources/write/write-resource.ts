import type { IdPrefix } from "../../core/ids.ts";
import { type Json, mergePatch } from "../../core/json.ts";
import { conflict, inUse, invalid, missing, type FieldError, type Refusal, type User } from "../../core/refusal.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { News } from "../../core/drift-detector.ts";
import type { AnyStored, Base, Declared, Tools } from "../resource.ts";
import type { Refused, Step } from "../step.ts";
import { formOf } from "../view.ts";
import { changedMeanwhile, readAs, refusalOf } from "./refused.ts";
import { fixedFields, validateRecord, type ValidatedRecord } from "./validate.ts";

/** A created or changed record, with secrets that are shown only once. */
export interface Written {
  one: AnyStored;
  made: Record<string, string>;
}

export interface StoreDeps extends Omit<Tools, "now"> {
  find<One extends Base>(of: Declared<One>, id: string): Promise<One | null>;
  all(of: Declared): Promise<AnyStored[]>;
  /** At most `MAX_USERS` of each resource. */
  usersOf(of: Declared, id: string): Promise<User[]>;
  /** The id of another record with the same values of these fields; null if there is none. */
  holderOf(of: Declared, fields: string[], one: AnyStored): Promise<string | null>;
  /** Writes all steps at once, and stores the response of the request; null for a deletion. */
  write(steps: Step[], answer: Written | null): Promise<Result<null, Refused>>;
  /** Notifies operators. If this fails, the change is kept. */
  announce(news: News[], now: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  /** Tick time or wall clock, whichever is later, epoch ms. */
  now(): Promise<number>;
  wallNow(): number;
}

const wrong = (errors: FieldError[]): Result<never, Refusal> => err({ kind: "invalid", errors });

const nowFor = async (of: Declared, deps: StoreDeps): Promise<number> =>
  of.scope === "admin" ? deps.wallNow() : deps.now();

/** Creates a record. */
export async function create(of: Declared, body: Json, deps: StoreDeps): Promise<Result<Written, Refusal>> {
  const form = readAs(of, body, deps.limits);
  if (!form.ok) return form;
  const now = await nowFor(of, deps);
  const wish = { id: deps.newId(of.prefix), form: form.value, before: null, given: body, createdAt: now };
  const evaluated = await judge(of, wish, now, deps);
  if (!evaluated.ok) return evaluated;
  const { one, made: created, news } = evaluated.value;
  const written = await deps.write([{ do: "make", of, records: [one] }], { one, made: created });
  if (!written.ok) return refusedAs(written.error, of, one, deps);
  if (news.length > 0) await deps.announce(news, now);
  return ok({ one, made: created });
}

/** The refusal of a write. One that would repeat a record names it. */
async function refusedAs(refused: Refused, of: Declared, one: AnyStored, deps: StoreDeps) {
  const { unique, distinct } = of;
  const fields = refused.kind === "taken" ? unique!.columns : refused.kind === "twice" ? [distinct!.field] : null;
  return refusalOf(refused, of, one, fields === null ? null : await deps.holderOf(of, fields, one));
}

/** Builds and validates a record, alone and together with all others. */
async function judge(
  of: Declared,
  wish: Parameters<typeof validateRecord>[1],
  now: number,
  deps: StoreDeps,
): Promise<Result<ValidatedRecord, Refusal>> {
  const errors = of.validate?.(wish.form, wish.before, now) ?? [];
  if (errors.length > 0) return wrong(errors);
  const settled = await validateRecord(of, wish, { ...deps, now });
  if (!settled.ok || of.validateAll === undefined) return settled;
  const crowded = await crowdedBy(of, settled.value.one, deps);
  return crowded === null ? settled : wrong([crowded]);
}

/** The error of all records together, if this one is stored. */
async function crowdedBy(of: Declared, one: AnyStored, deps: StoreDeps): Promise<FieldError | null> {
  const all = await deps.all(of);
  return of.validateAll!([...all.filter(({ id }) => id !== one.id), one], all);
}

/** A write that loses a race is retried with fresh reads. */
const MAX_TRIES = 5;

/**
 * Applies a merge patch. With `revisions` (`If-Match`) only to a record that has one of them. Otherwise a concurrent
 * change is kept, and the patch is applied to it.
 */
export async function change(
  of: Declared,
  found: AnyStored,
  patch: Json,
  revisions: number[] | null,
  deps: StoreDeps,
): Promise<Result<Written, Refusal>> {
  let before: AnyStored | null = found;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) before = await deps.find(of, found.id);
    if (before === null) return missing(of.noun);
    if (revisions?.includes(before.revision) === false) return changedMeanwhile(of);
    const written = await changeOnce(of, before, patch, deps);
    if (written.ok || written.error.kind !== "moved") return written as Result<Written, Refusal>;
  }
  return conflict(`The ${of.noun} was changed by others at the same time; try again.`);
}

async function changeOnce(
  of: Declared,
  before: AnyStored,
  patch: Json,
  deps: StoreDeps,
): Promise<Result<Written, Refusal | { kind: "moved" }>> {
  const now = await nowFor(of, deps);
  const stored = (await of.written?.(before, { ...deps, now })) ?? formOf(of, before);
  const form = readAs(of, mergePatch(stored, patch), deps.limits);
  if (!form.ok) return form;
  const [fixed] = fixedFields(of, before, form.value);
  if (fixed === "kind") return invalid("/kind", "cannot be changed");
  if (fixed !== undefined) return conflict(`The ${of.builtIn!.adjective} ${of.noun} keeps its ${fixed}.`);
  const wish = { id: before.id, form: form.value, before, given: patch, createdAt: before.createdAt };
  const evaluated = await judge(of, wish, now, deps);
  if (!evaluated.ok) return evaluated;
  const { one, fields, made: created, news } = evaluated.value;
  const written = await deps.write([{ do: "change", of, changes: [{ before, after: one, fields }] }], {
    one,
    made: created,
  });
  if (!written.ok)
    return written.error.kind === "moved" ? err({ kind: "moved" }) : refusedAs(written.error, of, one, deps);
  if (news.length > 0) await deps.announce(news, now);
  return ok({ one, made: created });
}

/** Deletes a record; with `cascade` also those that use it. */
export async function remove(
  of: Declared,
  { id, revision }: Base,
  { cascade, revisions }: { cascade: boolean; revisions: number[] | null },
  deps: StoreDeps,
): Promise<Result<null, Refusal>> {
  if (id === of.builtIn?.id) return conflict(`The ${of.builtIn.adjective} ${of.noun} cannot be deleted.`);
  if (revisions?.includes(revision) === false) return changedMeanwhile(of);
  const step: Step = { do: "remove", of, ids: [id], revision: revisions === null ? null : revision, cascade };
  const written = await deps.write([step], null);
  if (written.ok) return written;
  if (written.error.kind === "moved") return changedMeanwhile(of);
  return written.error.kind === "used" ? inUse(await deps.usersOf(of, id)) : refusalOf(written.error, of, null);
}
