import { DEFAULT_WATCHLIST } from "../../../resources/fields.ts";
import type { Fields } from "../../../ui/forms/fields.ts";

/** What was typed or sent as a file, and the error of the whole form. */
export interface Typed {
  text: string;
  list: string;
  announce: boolean;
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
  columns: fields.has("file") ? [] : fields.all("column"),
  names: new Map(
    fields
      .entries()
      .flatMap(([name, value]) => (name.startsWith(NAME_OF) ? [[name.slice(NAME_OF.length), value]] : [])),
  ),
  wrong: fields.text("file.wrong") || null,
});
