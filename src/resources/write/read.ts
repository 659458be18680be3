import { isObject } from "../../core/json.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Result } from "../../core/result.ts";
import { readForm } from "../form.ts";
import type { Declared } from "../resource.ts";
import type { Limits } from "../limits.ts";

/** Parses a record with the form of its resource, or of its kind if there are kinds. */
export function readAs(of: Declared, body: unknown, limits: Limits): Result<Record<string, unknown>, Refusal> {
  const kind = isObject(body) ? body["kind"] : undefined;
  const known = typeof kind === "string" && of.kinds?.names.includes(kind) === true;
  return readForm(known ? of.kinds!.form(kind, limits) : of.form(), body);
}
