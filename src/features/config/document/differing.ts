import { sameJson, type Json } from "../../../core/json.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";

/** The names of the fields in which two records differ in their document form. */
export type Differing = (before: AnyStored, after: Record<string, unknown>) => string[];

/** Returns the comparison for a resource. */
export function differing(of: Declared): Differing {
  const displayed = of.document!.entry?.shown;
  if (displayed !== undefined)
    return (before, after) => {
      const [was, is] = [displayed(before, false), displayed(after as AnyStored, false)];
      return Object.keys(is).filter((field) => !sameJson(was[field] ?? null, is[field]!));
    };
  const fields = Object.keys(of.form().shape);
  const reported = (one: Record<string, unknown>, field: string) =>
    (of.serialize[field]?.write(one[field]) ?? one[field] ?? null) as Json;
  return (before, after) => fields.filter((field) => !sameJson(reported(before, field), reported(after, field)));
}
