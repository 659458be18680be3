import { DEFAULT_WATCHLIST } from "../../../resources/fields.ts";
import type { Fields } from "../../../ui/forms/fields.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { Problem } from "../../../http/problem.ts";
import { t } from "../../../ui/words/text.ts";
import { type Pasted, readPaste } from "./pasted.ts";

/** What was typed or sent as a file, and the error of the whole form. */
export interface Typed {
  text: string;
  list: string;
  announce: boolean;
  /** Whether to add creators whom another list has, too. */
  again: boolean;
  /** The roles that the reader chose for the columns of a sheet; empty before. */
  columns: string[];
  /** The name that the reader chose for each creator, by identity, who was pasted with several. */
  names: Map<string, string>;
  wrong: string | null;
}

export const UNTYPED: Typed = {
  text: "",
  list: DEFAULT_WATCHLIST,
  announce: false,
  again: false,
  columns: [],
  names: new Map(),
  wrong: null,
};

/** The prefix of the fields with chosen names. */
export const NAME_OF = "name:";

/** Returns what a form sent. */
export const typedIn = (fields: Fields): Typed => ({
  text: fields.text("file") || fields.text("creators"),
  list: fields.text("list") || UNTYPED.list,
  announce: fields.text("announce") === "true",
  again: fields.text("again") === "true",
  columns: fields.has("file") ? [] : fields.all("column"),
  names: new Map(
    fields
      .entries()
      .flatMap(([name, value]) => (name.startsWith(NAME_OF) ? [[name.slice(NAME_OF.length), value]] : [])),
  ),
  wrong: fields.text("file.wrong") || null,
});

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
