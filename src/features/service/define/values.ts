import { fieldWords } from "../../../core/named-values.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { placeholdersOf } from "../../../kinds/watching.ts";
import type { CallDefinition } from "../connect/example-address.ts";
import { lookUp, type TrialFault } from "../connect/look-up.ts";
import { personIn } from "../connect/person.ts";
import type { ProbeDeps } from "../../../engine/upstream/probe.ts";

/** The names of a request's placeholders, in order. */
export const placeholderNames = (requested: CallDefinition): string[] => [...placeholdersOf(requested)];

export type FilledValues =
  | { values: Record<string, string>; errors: []; fault: null }
  | { values: null; errors: FieldError[]; fault: null }
  | { values: null; errors: []; fault: TrialFault["fault"] };

const none = (errors: FieldError[]): FilledValues => ({ values: null, errors, fault: null });

/** The last long number in a text: links end with the id of what they show. */
const idIn = (text: string): string => /(\d{6,32})(?!.*\d{6})/s.exec(text)?.[1] ?? text;

/**
 * Fills the placeholders of a request from what a person typed, by name. A creator may be given as an @handle or a link;
 * the service is asked for the user ID then. Errors have the pointer `/values/{name}`.
 */
export async function filledValues(
  asked: CallDefinition,
  typed: Record<string, string>,
  deps: ProbeDeps,
): Promise<Result<FilledValues, Refusal>> {
  const values: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const name of placeholderNames(asked)) {
    const text = (typed[name] ?? "").trim();
    const pointer = `/values/${name}`;
    if (text === "") errors.push({ pointer, message: `is required: ${fieldWords(name)}` });
    else if (name === "userId" && !/^\d+$/.test(text)) {
      const person = personIn(text);
      if (person === null) {
        errors.push({ pointer, message: "is not a handle, link or ID" });
        continue;
      }
      const found = await lookUp(person, { of: 0, asked, resolve: null, account: null }, deps);
      if (!found.ok) return found;
      const { somebody, trouble } = found.value;
      if (trouble !== null) return ok({ values: null, errors: [], fault: trouble.fault });
      values[name] = somebody.params.userId!;
    } else if (name === "handle") values[name] = (personIn(text)?.params.handle ?? text).replace(/^@/, "");
    else values[name] = name.endsWith("Id") ? idIn(text) : text;
  }
  return ok(errors.length > 0 ? none(errors) : { values, errors: [], fault: null });
}
