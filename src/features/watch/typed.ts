import { FIELD_NAME } from "../../core/facts.ts";
import type { SetUpTrial } from "../service/define/trial.ts";
import { SET_UP } from "../../ui/nav.ts";
import type { PageContext } from "../../ui/page.ts";

/** Path of this page. */
export const WATCH = SET_UP;

/** The names of the form's fields. */
export const NAMES = {
  operation: "operation",
  /** The operation of the button that was pressed. */
  choice: "choice",
  example: "/example",
  body: "/body",
  /** Fills the first placeholder before all are known. */
  who: "/who",
  mode: "mode",
  rows: "rows",
  id: "id",
  /** One for each chosen field: its name and its pointer. */
  field: "field",
  /** True if the fields were shown, so that none chosen means none. */
  chose: "chose",
  name: "/name",
  list: "/watchlistId",
  channel: "/channelId",
} as const;

/** The name of the form's field for a placeholder. */
export const valueField = (placeholder: string): string => `/values/${placeholder}`;

/** What was entered, as the form shows it again. */
export interface Typed {
  operation: string;
  example: string;
  body: string;
  who: string;
  values: Record<string, string>;
  chosen: SetUpTrial["chosen"];
  name: string;
  list: string;
  channel: string | null;
}

export const fieldChoice = (name: string, pointer: string): string => `${name} ${pointer}`;

/** The chosen fields, by name; anything that this page did not write is left out. */
const chosenFields = (choices: string[]): Record<string, string> =>
  Object.fromEntries(
    choices.flatMap((choice): [string, string][] => {
      const [, name, pointer] = /^(\S+) (\/.*)$/s.exec(choice) ?? [];
      return name !== undefined && FIELD_NAME.test(name) ? [[name, pointer!]] : [];
    }),
  );

/** Reads what a form sent. */
export function typedIn({ fields }: Pick<PageContext, "fields">): Typed {
  const text = (name: string) => fields.text(name).trim();
  const mode = text(NAMES.mode);
  return {
    operation: text(NAMES.choice) || text(NAMES.operation),
    // A choice by its button is not about the address that was pasted elsewhere.
    example: text(NAMES.choice) === "" ? text(NAMES.example) : "",
    body: text(NAMES.choice) === "" ? text(NAMES.body) : "",
    who: text(NAMES.who),
    values: Object.fromEntries(
      fields
        .entries()
        .flatMap(([name, value]) => (name.startsWith("/values/") ? [[name.slice(8), value.trim()] as const] : [])),
    ),
    chosen: {
      mode: mode === "list" || mode === "record" ? mode : null,
      rows: fields.has(NAMES.rows) ? fields.text(NAMES.rows) : null,
      id: fields.has(NAMES.id) ? fields.text(NAMES.id) : null,
      fields: fields.has(NAMES.chose) ? chosenFields(fields.all(NAMES.field)) : null,
    },
    name: text(NAMES.name),
    list: text(NAMES.list),
    channel: fields.has(NAMES.channel) ? text(NAMES.channel) : null,
  };
}
