import type { FieldError } from "../../../core/refusal.ts";
import { Problem } from "../../../http/problem.ts";
import { t } from "../../../ui/words/text.ts";
import { readPaste, type Pasted } from "./pasted.ts";
import type { Typed } from "./typed.ts";

/** Describes the errors of a row; the field is named unless the message is about the row. */
export const invalidWords = (errors: FieldError[]): string =>
  errors
    .map(({ pointer, message }) => {
      const field = pointer.replace(/^\/(params\/?)?/, "");
      return field === "" ? t(message) : `${field} ${t(message)}`;
    })
    .join("; ");

/** Returns the typed creators, or the reason why they cannot be read. */
export function pastedIn({ text, list, announce, columns, names, wrong }: Typed): Pasted | string {
  if (wrong !== null) return wrong;
  try {
    const pasted = readPaste(text, { watchlistId: list, announceInitial: announce, columns, names });
    return pasted.parts.length === 0 ? t("Enter at least one.") : pasted;
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return [t(thrown.message), ...(thrown.extras.errors ?? []).map((one) => invalidWords([one]))].join(" ");
  }
}
