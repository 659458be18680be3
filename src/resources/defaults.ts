import * as z from "zod";
import { isObject, sameJson, type Json, type JsonObject } from "../core/json.ts";

/** How a form reads one of its fields: its default, undefined where it has none, and the form of the object that it holds. */
interface Reading {
  usual: Json | undefined;
  inner: z.ZodObject | null;
}

/** Forms are few, what is read with them is not. */
const readings = new WeakMap<z.ZodObject, Map<string, Reading>>();

function readingsOf(form: z.ZodObject): Map<string, Reading> {
  const known = readings.get(form);
  if (known !== undefined) return known;
  const fields = Object.entries(form.shape as Record<string, z.ZodType>);
  const found = new Map(fields.map(([name, field]) => [name, { usual: defaultOf(field), inner: objectIn(field) }]));
  readings.set(form, found);
  return found;
}

function defaultOf(field: z.ZodType): Json | undefined {
  const read = field.safeParse(undefined);
  return read.success && read.data !== undefined ? (read.data as Json) : undefined;
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
  const read = readingsOf(form);
  const left: JsonObject = {};
  for (const [name, value] of Object.entries(written)) {
    const { usual, inner } = read.get(name) ?? { usual: undefined, inner: null };
    if (usual !== undefined && sameJson(value, usual)) continue;
    left[name] = inner !== null && isObject(value) ? withoutDefaults(inner, value) : value;
  }
  return left;
}
