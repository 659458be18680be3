import { sameJson, type Json, type JsonObject } from "../../core/json.ts";
import { conflict, inUse, missing, type Refusal } from "../../core/refusal.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { AnyStored, Declared } from "../../resources/resource.ts";
import type { Step } from "../../resources/step.ts";
import { formOf } from "../../resources/view.ts";
import type { StoreDeps } from "../../resources/write/write-resource.ts";
import { changedMeanwhile, readAs, refusalOf } from "../../resources/write/refused.ts";
import { validateRecord } from "../../resources/write/validate.ts";

export interface ManyDeps extends Omit<StoreDeps, "write" | "find" | "all"> {
  /** The existing records among these ids. */
  known(of: Declared, ids: string[]): Promise<AnyStored[]>;
  write: StoreDeps["write"];
}

/** The expected revision by id; null for any. */
export type Revisions = Map<string, number> | null;

/** Reports whether all records have the expected revision. */
export const areAt = (all: AnyStored[], revisions: Revisions): boolean =>
  revisions === null || all.every(({ id, revision }) => revisions.get(id) === revision);

/** A write that loses a race is retried with fresh reads. */
const MAX_TRIES = 3;

/**
 * Sets the same fields of several records in one write. Returns the previous state of those that changed. Unknown ids
 * are ignored. With `revisions` nothing is changed if any record has another revision by now. Changes of these fields
 * must not be news for operators.
 */
export async function changeMany(
  of: Declared,
  ids: string[],
  fields: JsonObject,
  deps: ManyDeps,
  revisions: Revisions = null,
): Promise<Result<AnyStored[], Refusal>> {
  for (let tries = 0; ; tries++) {
    const all = await deps.known(of, ids);
    if (!areAt(all, revisions)) return changedMeanwhile(of);
    const rest = all.filter((one) =>
      Object.entries(fields).some(([name, value]) => !sameJson(one[name] as Json, value)),
    );
    if (rest.length === 0) return ok([]);
    const now = await deps.now();
    const changes: Extract<Step, { do: "change" }>["changes"] = [];
    for (const before of rest) {
      const form = readAs(of, { ...formOf(of, before), ...fields }, deps.limits);
      if (!form.ok) return form;
      const wish = { id: before.id, form: form.value, before, given: fields, createdAt: before.createdAt };
      const settled = await validateRecord(of, wish, { ...deps, now });
      if (!settled.ok) return settled;
      changes.push({ before, after: settled.value.one, fields: settled.value.fields });
    }
    const written = await deps.write([{ do: "change", of, changes }], null);
    if (written.ok) return ok(rest);
    if (written.error.kind === "taken")
      return conflict(`Nothing was changed: one of them is there already, as the same ${of.noun}.`);
    if (written.error.kind !== "moved" || tries + 1 >= MAX_TRIES)
      return refusalOf(written.error, of, changes[0]!.after);
  }
}

/** Creates several records in one write, or none if one is invalid. Returns them. */
export async function createMany(of: Declared, bodies: Json[], deps: ManyDeps): Promise<Result<AnyStored[], Refusal>> {
  const now = await deps.now();
  const records: AnyStored[] = [];
  for (const body of bodies) {
    const form = readAs(of, body, deps.limits);
    if (!form.ok) return form;
    const errors = of.validate?.(form.value, null, now) ?? [];
    if (errors.length > 0) return err({ kind: "invalid", errors });
    const wish = { id: deps.newId(of.prefix), form: form.value, before: null, given: body, createdAt: now };
    const settled = await validateRecord(of, wish, { ...deps, now });
    if (!settled.ok) return settled;
    records.push(settled.value.one);
  }
  const written = await deps.write([{ do: "make", of, records }], null);
  return written.ok ? ok(records) : refusalOf(written.error, of, records[0]!);
}

/** Deletes several records in one write, or none if one is in use. Returns those that existed. */
export async function removeMany(
  of: Declared,
  ids: string[],
  deps: ManyDeps,
  revisions: Revisions = null,
): Promise<Result<AnyStored[], Refusal>> {
  const all = await deps.known(of, ids);
  if (!areAt(all, revisions)) return changedMeanwhile(of);
  if (all.length === 0) return missing(of.noun);
  const there = all.map(({ id }) => id);
  const written = await deps.write([{ do: "remove", of, ids: there, revision: null, cascade: false }], null);
  if (written.ok) return ok(all);
  if (written.error.kind !== "used") return refusalOf(written.error, of, all[0]!);
  for (const id of there) {
    const users = await deps.usersOf(of, id);
    if (users.length > 0) return inUse(users);
  }
  return conflict(`Nothing was deleted: they were changed by others at the same time.`);
}
