import { isObject } from "../../core/json.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Result } from "../../core/result.ts";
import { readForm } from "../../resources/form.ts";
import type { Declared, Limits } from "../../resources/resource.ts";

/** Reads what a person says of one; where there are kinds, each judges its own. */
export function readAs(of: Declared, body: unknown, limits: Limits): Result<Record<string, unknown>, Refusal> {
  const kind = isObject(body) ? body["kind"] : undefined;
  const known = typeof kind === "string" && of.kinds?.names.includes(kind) === true;
  return readForm(known ? of.kinds!.form(kind, limits) : of.form(), body);
}
