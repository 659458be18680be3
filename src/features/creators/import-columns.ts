import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import type { FieldError, Refusal } from "../../core/refusal.ts";
import type { Result } from "../../core/result.ts";
import type { Limits } from "../../resources/limits.ts";
import { resources } from "../../resources/registry.ts";
import { suits } from "../../resources/ref.ts";
import type { Declared, ImportColumn } from "../../resources/resource.ts";
import { readAs } from "../../resources/write/refused.ts";
import { target } from "./resource/target.ts";

/** A record that comes with a new target, as parsed by its form. Its target is not created yet. */
export interface Along {
  of: Declared;
  form: Record<string, unknown>;
}

/** The columns that resources declare, by name, those of the target first. */
export const declaredColumns = lazy(
  () =>
    new Map<string, ImportColumn & { of: Declared }>(
      [target as Declared, ...besides()].flatMap((of) =>
        Object.entries(of.columns ?? {}).map(([name, column]) => [name, { ...column, of }] as const),
      ),
    ),
);

/** The resources besides targets whose records come with a new one. */
const besides = lazy(() => resources.filter(({ name, columns }) => columns !== undefined && name !== target.name));

/** The column of a field, for errors: that of another field's where it has none. */
function columnOf({ columns = {} }: Declared, field: string): string {
  const found = Object.entries(columns).find(([name, column]) => (column.field ?? name) === field);
  return found?.[0] ?? Object.keys(columns)[0]!;
}

/** Errors in a record that comes with a target, at the columns of its row. */
export const inColumns = (of: Declared, errors: FieldError[]): FieldError[] =>
  errors.map(({ pointer, message }) => ({ pointer: `/${columnOf(of, pointer.split("/")[1] ?? "")}`, message }));

/** Parses the records that a row brings besides its target, and returns the row without them. */
export function withoutAlong(row: Json, limits: Limits): { rest: Json; along: Along[]; errors: FieldError[] } {
  const [along, errors]: [Along[], FieldError[]] = [[], []];
  if (!isObject(row)) return { rest: row, along, errors };
  const rest: JsonObject = { ...row };
  for (const of of besides()) {
    const body: JsonObject = {};
    for (const [name, { field = name }] of Object.entries(of.columns!)) {
      if (rest[name] !== undefined) body[field] = rest[name];
      delete rest[name];
    }
    if (Object.keys(body).length === 0) continue;
    const form = readAs(of, { targetId: `${target.prefix}_`, ...body }, limits) as Result<Along["form"], Refusal>;
    const ref = of.refs["targetId"]!;
    if (!suits(ref, rest))
      errors.push({ pointer: `/${columnOf(of, Object.keys(body)[0]!)}`, message: `is only for a ${ref.only!.noun}` });
    if (form.ok) along.push({ of, form: form.value });
    else if (form.error.kind === "invalid") errors.push(...inColumns(of, form.error.errors));
  }
  return { rest, along, errors };
}
