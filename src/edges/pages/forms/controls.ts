import type * as z from "zod";
import type { Json, JsonObject } from "../../../core/json.ts";
import { nested, type Fields } from "./fields.ts";

/** What a field of a form is filled in with, as its schema says. */
export interface Control {
  sort: "text" | "number" | "switch" | "choice" | "pairs";
  /** Of a choice. */
  choices: string[];
  /** True where it may be left empty. */
  optional: boolean;
  /** What it is where nobody says, as it stands in a form; "" for nothing. */
  fallback: string;
  /** What its schema says of it. */
  about: string;
}

interface Def {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  defaultValue?: unknown;
  entries?: Record<string, string | number>;
  shape?: Record<string, z.ZodType>;
}

const defOf = (schema: z.ZodType): Def => (schema as unknown as { def: Def }).def;

const SORTS: Record<string, Control["sort"]> = {
  number: "number",
  boolean: "switch",
  enum: "choice",
  record: "pairs",
};

/** The control of a schema. */
function controlOf(schema: z.ZodType): Control {
  const { type, innerType, in: source, defaultValue, entries } = defOf(schema);
  const own = { about: (schema.description ?? "").replaceAll("`", "") };
  const inner = innerType ?? (type === "pipe" ? source : undefined);
  if (inner === undefined)
    return {
      sort: SORTS[type] ?? "text",
      choices: Object.values(entries ?? {}).map(String),
      optional: false,
      fallback: "",
      ...own,
    };
  const below = controlOf(inner);
  return {
    ...below,
    optional: below.optional || type !== "pipe",
    fallback: type === "default" || type === "prefault" ? written(defaultValue) : below.fallback,
    about: own.about || below.about,
  };
}

const written = (value: unknown): string =>
  ["string", "number", "boolean"].includes(typeof value) ? `${value as string}` : "";

/** The schema at a JSON Pointer of a form. Throws where there is none: a page names it wrongly. */
function schemaAt(form: z.ZodType, pointer: string): z.ZodType {
  let at = form;
  for (const part of pointer.slice(1).split("/")) {
    let def = defOf(at);
    while (def.shape === undefined && (def.innerType ?? def.in) !== undefined) def = defOf((def.innerType ?? def.in)!);
    const below = def.shape?.[part];
    if (below === undefined) throw new Error(`the form has no field ${pointer}`);
    at = below;
  }
  return at;
}

/** The controls of some fields of a form, by their JSON Pointers. */
export const controlsOf = (form: z.ZodType, pointers: string[]): Map<string, Control> =>
  new Map(pointers.map((pointer) => [pointer, controlOf(schemaAt(form, pointer))]));

/**
 * What a form says, as the JSON that the API would be sent: fields that are empty and may be are left out, or null where
 * `clearing` (a change takes them away). What is no number stays a text, so that the schema says what is wrong with it.
 */
export function jsonOf(controls: Map<string, Control>, fields: Fields, clearing = false): JsonObject {
  const said = [...controls].flatMap(([pointer, control]): [string, Json][] => {
    if (control.sort === "switch") return [[pointer, fields.text(pointer) === "true"]];
    const text = fields.text(pointer);
    if (control.sort === "pairs") return [[pointer, pairsIn(text)]];
    if (text === "" && control.optional) return clearing ? [[pointer, null]] : [];
    const isNumber = control.sort === "number" && text.trim() !== "" && Number.isFinite(Number(text));
    return [[pointer, isNumber ? Number(text) : text]];
  });
  return nested(said);
}

/** What is typed as `name=value`, a line each. */
const pairsIn = (text: string): JsonObject =>
  Object.fromEntries(
    text.split(/[\r\n]+/).flatMap((line): [string, string][] => {
      const [name = "", ...rest] = line.split("=");
      return line.trim() === "" ? [] : [[name.trim(), rest.join("=").trim()]];
    }),
  );

/** A field's control, and the words of its choices: those that may be chosen by value. */
export const choiceOf = (words: Record<string, string>) => ({
  control: plainControl({ sort: "choice", choices: Object.keys(words) }),
  words,
});

/** A control of a field that no schema describes as people fill it in: a text unless more is said. */
export const plainControl = (more: Partial<Control> = {}): Control => ({
  sort: "text",
  choices: [],
  optional: true,
  fallback: "",
  about: "",
  ...more,
});
