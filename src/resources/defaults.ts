import * as z from "zod";
import { isObject, sameJson, type Json, type JsonObject } from "../core/json.ts";

/** The default of a form's field; undefined where it has none. Schemas are few, what is read with them is not. */
const defaults = new WeakMap<z.ZodType, Json | undefined>();

function defaultOf(field: z.ZodType): Json | undefined {
  if (defaults.has(field)) return defaults.get(field);
  const read = field.safeParse(undefined);
  const found = read.success && read.data !== undefined ? (read.data as Json) : undefined;
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
    const usual = field === undefined ? undefined : defaultOf(field);
    if (usual !== undefined && sameJson(value, usual)) continue;
    const inner = field === undefined || !isObject(value) ? null : objectIn(field);
    left[name] = inner === null ? value : withoutDefaults(inner, value as JsonObject);
  }
  return left;
}
