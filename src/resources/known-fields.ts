import type * as z from "zod";

/** The names of the fields that a form knows at this path of a body; none where it takes any or no fields. */
export function fieldsAt(form: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = (form as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return fieldsAt(def.innerType, path);
  if (def.type === "pipe") return fieldsAt(def.in, path);
  if (def.type === "union") return [...new Set(def.options.flatMap((one) => fieldsAt(one, path)))];
  const [name, ...rest] = path;
  if (def.type === "object") {
    if (name === undefined) return Object.keys(def.shape);
    const field = Object.hasOwn(def.shape, name) ? def.shape[String(name)] : undefined;
    return field === undefined ? [] : fieldsAt(field, rest);
  }
  if (name === undefined) return [];
  if (def.type === "array") return fieldsAt(def.element, rest);
  return def.type === "record" ? fieldsAt(def.valueType, rest) : [];
}
