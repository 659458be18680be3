import { sameJson, type Json } from "../../core/json.ts";
import type { Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import type { News } from "../../core/drift-detector.ts";
import type { AnyStored, Declared, Tools } from "../resource.ts";

/** A validated record, ready to be stored. */
export interface ValidatedRecord {
  one: AnyStored;
  /** The fields to write if the record is changed. */
  fields: string[];
  /** New secrets, by name. */
  made: Record<string, string>;
  news: News[];
}

/** The record to validate; `before` is null for one that is created at `createdAt`. */
interface RecordInput {
  id: string;
  form: Record<string, unknown>;
  before: AnyStored | null;
  given: Json;
  createdAt: number;
}

/** Builds a record from its form and from what the resource adds. */
export async function validateRecord(
  of: Declared,
  { id, form, before, given, createdAt }: RecordInput,
  tools: Tools,
  own: Declared["validated"] = of.validated,
): Promise<Result<ValidatedRecord, Refusal>> {
  const settled = await own?.({ id, form, before, given }, tools);
  if (settled?.ok === false) return settled;
  const { own: beyond = {}, made: created = {}, news = [] } = settled?.value ?? {};
  const { shape } = of.form();
  const names = Object.keys(form);
  const known = names.filter((field) => field in shape);
  const reported =
    known.length === names.length ? form : Object.fromEntries(known.map((field) => [field, form[field]]));
  const base = before ?? { id, createdAt, revision: -1 };
  const one = { ...base, ...reported, ...beyond, updatedAt: tools.now, revision: base.revision + 1 };
  return ok({ one, fields: [...new Set([...known, ...Object.keys(beyond)])], made: created, news });
}

/** Fixed fields that a form tries to change: the kind, and those that a built-in record does not allow to change. */
export function fixedFields(of: Declared, before: AnyStored, form: Record<string, unknown>): string[] {
  const fixed = [
    ...(of.kinds === undefined ? [] : ["kind"]),
    ...(before.id === of.builtIn?.id ? of.builtIn.keeps : []),
  ];
  return fixed.filter((field) => !sameJson(form[field] as Json, before[field] as Json));
}
