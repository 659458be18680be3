import { sameJson, type Json } from "../../../core/json.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";

/** The names of the fields in which two differ, as the document has them. */
export type Differing = (before: AnyStored, after: Record<string, unknown>) => string[];

/** What tells them of a resource's records. */
export function differing(of: Declared): Differing {
  const shown = of.document!.entry?.shown;
  if (shown !== undefined)
    return (before, after) => {
      const [was, is] = [shown(before, false), shown(after as AnyStored, false)];
      return Object.keys(is).filter((field) => !sameJson(was[field] ?? null, is[field]!));
    };
  const fields = Object.keys(of.form().shape);
  const said = (one: Record<string, unknown>, field: string) =>
    (of.shown[field]?.write(one[field]) ?? one[field] ?? null) as Json;
  return (before, after) => fields.filter((field) => !sameJson(said(before, field), said(after, field)));
}
