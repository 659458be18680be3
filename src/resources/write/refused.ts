import { isObject } from "../../core/json.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { conflict, missing, type FieldError, type Refusal } from "../../core/refusal.ts";
import { err, type Result } from "../../core/result.ts";
import { readForm } from "../form.ts";
import type { Limits } from "../limits.ts";
import { resourceOf } from "../registry.ts";
import type { AnyStored, Declared } from "../resource.ts";
import type { Refused } from "../step.ts";
import { readOnlyFields } from "../view.ts";

/** Parses a record with the form of its resource, or of its kind if there are kinds. */
export function readAs(of: Declared, body: unknown, limits: Limits): Result<Record<string, unknown>, Refusal> {
  const kind = isObject(body) ? body["kind"] : undefined;
  const known = typeof kind === "string" && of.kinds?.names.includes(kind) === true;
  return readForm(known ? of.kinds!.form(kind, limits) : of.form(), body, () => readOnlyFields(of));
}

const inWords = (many: number): string => grouped("en", many);

/** The message that the quota is reached. */
export const fullOf = ({ name, quota: max }: Declared): string =>
  `There are ${inWords(max.count)} ${name}, which is the most.`;

/** The message that a list exceeds the quota; null if it does not. */
export const tooLong = ({ name, quota: max }: Declared, many: number): string | null =>
  many <= max.count ? null : `makes ${inWords(many)} ${name}: there may be ${inWords(max.count)}`;

/** The errors of fields that refer to missing resources. `within` is the pointer to the form within the body. */
export const danglingErrors = (of: Declared, fields: string[], within = ""): FieldError[] =>
  fields.map((field) => ({
    pointer: `${within}/${field}`,
    message: `names no ${of.refs[field]?.only?.noun ?? resourceOf((of.refs[field]?.to ?? of.listRefs?.[field])!).noun}`,
  }));

/** The refusal of a condition (`If-Match`) that has another revision. */
export const changedMeanwhile = ({ noun }: Declared): Result<never, Refusal> =>
  err({ kind: "changed", detail: `Someone else changed the ${noun}: read it again.` });

/** The API's refusal for a failed write. `holder` is the id of the record that `one` would repeat. */
export function refusalOf(
  refused: Refused,
  of: Declared,
  one: AnyStored | null,
  holder: string | null = null,
): Result<never, Refusal> {
  if (refused.kind === "missing") return missing(of.noun);
  if (refused.kind === "full") return err({ kind: "full", detail: fullOf(refused.of) });
  if (refused.kind === "used beyond")
    return conflict("It is in use beyond what this token may see. Somebody whose token is not limited can delete it.");
  const existing = holder === null ? {} : { existing: { type: of.noun, id: holder } };
  if (refused.kind === "taken") return err({ kind: "conflict", detail: of.unique!.taken(one!), ...existing });
  if (refused.kind === "twice") {
    const { field, message } = of.distinct!;
    return err({ kind: "invalid", errors: [{ pointer: `/${field}`, message }], ...existing });
  }
  if (refused.kind === "dangling") return err({ kind: "invalid", errors: danglingErrors(of, refused.fields) });
  if (refused.kind === "apart") {
    const { field } = refused;
    return err({ kind: "invalid", errors: [{ pointer: `/${field}`, message: of.refs[field]!.same!.message }] });
  }
  if (refused.kind === "repeated") return err({ kind: "repeated" });
  return conflict(`The ${of.noun} was changed by others at the same time; try again.`);
}
