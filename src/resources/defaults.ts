import * as z from "zod";
import { isObject, sameJson, type Json, type JsonObject } from "../core/json.ts";
import type { AnyStored, Declared } from "./resource.ts";

/** A field of a form: its default, undefined for none, and the form of its object, null for none. */
interface Reading {
  usual: Json | undefined;
  inner: z.ZodObject | null;
}

/** Cached by form, because few forms parse many records. */
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

/** The object form of a field, without default, nullable or optional; null for any other. */
function objectIn(field: z.ZodType): z.ZodObject | null {
  if (field instanceof z.ZodObject) return field;
  const { def } = field as z.ZodDefault;
  const wraps = ["default", "prefault", "nullable", "optional"].includes(def.type);
  return wraps ? objectIn(def.innerType as z.ZodType) : null;
}

/** Removes values that equal their defaults, also within objects. The form parses the result to the same record. */
export function withoutDefaults(form: z.ZodObject, written: JsonObject): JsonObject {
  const read = readingsOf(form);
  const left: JsonObject = {};
  for (const name of Object.keys(written)) {
    const value = written[name]!;
    const reading = read.get(name);
    if (reading?.usual !== undefined && sameJson(value, reading.usual)) continue;
    left[name] = reading?.inner && isObject(value) ? withoutDefaults(reading.inner, value) : value;
  }
  return left;
}

type Brief = (one: AnyStored) => JsonObject;

const briefs = new WeakMap<z.ZodObject, Brief>();

/** The same as `withoutDefaults(form, formOf(of, one))` after its id, for very many records. `form` is one of this resource. */
export function briefOf(of: Declared, form: z.ZodObject): Brief {
  const known = briefs.get(form) ?? createBrief(of, form);
  briefs.set(form, known);
  return known;
}

function createBrief(of: Declared, form: z.ZodObject): Brief {
  const read = readingsOf(form);
  const fields = Object.keys(of.form().shape).map((name) => ({
    name,
    write: of.serialize[name]?.write,
    ...read.get(name),
  }));
  return (one) => {
    const brief: JsonObject = { id: one.id };
    for (const { name, write, usual, inner } of fields) {
      const stored = one[name];
      const value = ((write === undefined ? stored : (write(stored) ?? stored)) ?? null) as Json;
      if (usual !== undefined && sameJson(value, usual)) continue;
      brief[name] = inner && isObject(value) ? withoutDefaults(inner, value) : value;
    }
    return brief;
  };
}
