import * as z from "zod";
import { canonical, isObject, type Json, type JsonObject } from "../core/json.ts";

/** The default of a form's field as canonical JSON; null where it has none. Schemas are few, what is read with them is not. */
const defaults = new WeakMap<z.ZodType, string | null>();

function defaultOf(field: z.ZodType): string | null {
  const known = defaults.get(field);
  if (known !== undefined) return known;
  const read = field.safeParse(undefined);
  const found = read.success && read.data !== undefined ? canonical(read.data as Json) : null;
  defaults.set(field, found);
  return found;
}

/** The object that a field holds, whatever default or leave it has; null for any other. */
function objectIn(field: z.ZodType): z.ZodObject | null {
  if (field instanceof z.ZodObject) return field;
  const { def } = field as z.ZodDefault;
  const wraps = ["default", "prefault", "nullable", "optional"].includes(def.type);
  return wraps ? objectIn(def.innerType as z.ZodType) : null;
}

/** What a form would read the same without: fields, and fields of its objects, that hold their defaults are left out. */
export function withoutDefaults(form: z.ZodObject, written: JsonObject): JsonObject {
  const left: JsonObject = {};
  for (const [name, value] of Object.entries(written)) {
    const field = form.shape[name] as z.ZodType | undefined;
    if (field !== undefined && canonical(value) === defaultOf(field)) continue;
    const inner = field === undefined || !isObject(value) ? null : objectIn(field);
    left[name] = inner === null ? value : withoutDefaults(inner, value as JsonObject);
  }
  return left;
}
