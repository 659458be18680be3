import type * as z from "zod";
import { zoneIn } from "../../core/calendar.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { decimalText } from "../../core/numbers-as-text.ts";
import { language } from "../words/text.ts";
import { type Fields, nested } from "./fields.ts";
import type { FieldError } from "../../core/refusal.ts";

/** How a form field is filled in, derived from its schema. */
export interface Control {
  sort: "text" | "number" | "switch" | "choice" | "pairs";
  /** The values of a choice. */
  choices: string[];
  /** True if the field may be left empty. */
  optional: boolean;
  /** The default, as text in a form; "" without one. */
  fallback: string;
  /** The schema's description. */
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

/** Returns the control of a schema. */
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

/** Returns the schema at a JSON Pointer of a form. Throws if there is none, which is a bug in the page. */
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

/** Returns the controls of some fields of a form, by JSON Pointer. */
export const controlsOf = (form: z.ZodType, pointers: string[]): Map<string, Control> =>
  new Map(pointers.map((pointer) => [pointer, controlOf(schemaAt(form, pointer))]));

/**
 * Returns a form as the JSON that the API would receive. An empty optional field is left out, or null if `clearing`,
 * which removes its value. Text that is not a number stays text, so that the schema reports it.
 */
export function jsonOf(controls: Map<string, Control>, fields: Fields, clearing = false): JsonObject {
  const reported = [...controls].flatMap(([pointer, control]): [string, Json][] => {
    if (control.sort === "switch") return [[pointer, fields.text(pointer) === "true"]];
    const text = fields.text(pointer);
    if (control.sort === "pairs") return [[pointer, pairsIn(text)]];
    if (text === "" && control.optional) return clearing ? [[pointer, null]] : [];
    const number = control.sort === "number" ? numberIn(text) : null;
    if (pointer.endsWith(ZONE)) return [[pointer, zoneIn(text)]];
    return [[pointer, number ?? text]];
  });
  return nested(reported);
}

/** The decimal mark of the page's language. */
const decimalMark = (): string => decimalText(language(), 0.5)[1]!;

/** A number as people type it. */
export const numberText = (value: number): string => String(value).replace(".", decimalMark());

/** The number that a text means, with the decimal comma of the page's language too ("40,5"); null for none. */
function numberIn(text: string): number | null {
  const comma = /^\s*-?\d+,\d+\s*$/.test(text) && decimalMark() === ",";
  const number = Number(comma ? text.replace(",", ".") : text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}

/** The end of the pointers to time zones, which may be typed as a city. */
const ZONE = "/timezone";

/** Parses lines of `name=value`, or `name: value`. */
const pairsIn = (text: string): JsonObject =>
  Object.fromEntries(
    text.split(/[\r\n]+/).flatMap((line): [string, string][] => {
      const [, name = "", value = ""] = /^([^=:]*)[=:]?(.*)$/.exec(line) ?? [];
      return line.trim() === "" ? [] : [[name.trim(), value.trim()]];
    }),
  );

/** Returns the control of a choice, with the words of its values. */
export const choiceOf = (words: Record<string, string>) => ({
  control: plainControl({ sort: "choice", choices: Object.keys(words) }),
  words,
});

/** Returns the control of a field without a usable schema: an optional text field unless `more` says otherwise. */
export const plainControl = (more: Partial<Control> = {}): Control => ({
  sort: "text",
  choices: [],
  optional: true,
  fallback: "",
  about: "",
  ...more,
});

interface Filled {
  /** Returns the value of the field at a pointer. */
  value: (pointer: string) => string;
  errors: FieldError[];
  /** The controls from the schemas. */
  controls?: Map<string, Control>;
  /** The prefix of the ids, on a page with several such forms. */
  at?: string;
}

/** Returns a function from a pointer to the common properties of its field. */
export const filled =
  ({ value, errors, controls, at }: Filled) =>
  (pointer: string) => ({
    pointer,
    value: value(pointer),
    errors,
    ...(controls === undefined ? {} : { control: controls.get(pointer)! }),
    ...(at === undefined ? {} : { id: `${at}${pointer.replaceAll("/", "-")}` }),
  });
