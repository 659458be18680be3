import { pointed, type Json } from "../../../core/json.ts";
import { isScalar } from "../connect/leaves.ts";
import { camelCase } from "./example-call.ts";
import { isImage, plainKey, valuesOf, type RowValue } from "./rows-found.ts";

/** A value that could be a field, with the name that it would have. */
export interface FieldFound {
  name: string;
  /** JSON Pointer into the row, or into the answer of a record. */
  pointer: string;
  value: Json;
  /** True if it is proposed. */
  proposed: boolean;
}

const isAddress = (value: Json): boolean => typeof value === "string" && /^https?:\/\/\S+$/.test(value);
const isNumber = (value: Json): boolean =>
  typeof value === "number" || (typeof value === "string" && /^-?\d{1,12}(\.\d{1,9})?$/.test(value));
const isText = (value: Json): boolean =>
  typeof value === "string" && value.trim() !== "" && !isAddress(value) && !isNumber(value);
/** Epoch seconds or milliseconds since 2001, or a date. */
const isTime = (value: Json): boolean =>
  (isNumber(value) && /^1\d{9}(\d{3})?$/.test(JSON.stringify(value).replaceAll('"', ""))) ||
  (typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value));

const keyOf = ({ keys }: RowValue): string => plainKey(keys.at(-1) ?? "");
const within = ({ keys }: RowValue): string => plainKey(keys.slice(0, -1).join("_"));

/** The fields that messages give a meaning to, with the keys that suggest them, the best first. */
const ROLES: { name: string; fits: (value: RowValue) => boolean; called: RegExp[] }[] = [
  {
    name: "title",
    fits: ({ value }) => isText(value),
    called: [
      /^(title|caption|headline|subject)$/,
      /^(desc|description|text|content|comment)$/,
      /title|caption/,
      /name$/,
    ],
  },
  {
    name: "link",
    fits: ({ value }) => isAddress(value),
    called: [/share_?url|permalink|canonical/, /^(link|url|web_?url)$/],
  },
  {
    name: "picture",
    fits: ({ value }) => isAddress(value) || isImage(value),
    called: [/^(cover|thumb(nail)?|poster)$/, /cover|thumb|poster/, /image|picture|photo/, /avatar|logo/],
  },
  {
    name: "author",
    fits: (one) => isText(one.value) && /author|user|owner|creator|seller|channel|artist/.test(within(one)),
    called: [/nick|display_?name/, /^(shop_)?name$/],
  },
  { name: "time", fits: ({ value }) => isTime(value), called: [/creat|publish|post|^time$|^date$/, /time|date|_at$/] },
];

const COUNTED = /count|views?|likes?|plays?|shares?|sold|price|rating|score|rank|follower|total|stock|duration|num$/;

/** Numbers that are proposed. */
const MAX_NUMBERS = 5;

/** Values that are offered besides. */
const MAX_OFFERED = 60;

/**
 * The values of a row, or of the answer of a record, that could be fields: those that are chosen, then those that are
 * proposed, then others. `id` is the pointer to the row's identity; null for a record.
 */
export function fieldsFound(part: Json, id: string | null, chosen: Record<string, string> = {}): FieldFound[] {
  const values = valuesOf(part).filter(({ pointer, value }) => pointer !== id && value !== null && value !== "");
  const used = new Set<string>();
  const names = new Set<string>();
  const found: FieldFound[] = [];
  const add = (one: RowValue, name: string, proposed: boolean): void => {
    used.add(one.pointer);
    names.add(name);
    found.push({ name, pointer: one.pointer, value: one.value, proposed });
  };
  for (const [name, pointer] of Object.entries(chosen))
    add({ pointer, keys: [], value: pointed(part, pointer) ?? null }, name, true);
  for (const { name, fits, called } of ROLES.filter((role) => !names.has(role.name))) {
    const fitting = values.filter((one) => fits(one) && !used.has(one.pointer));
    const shallow = fitting.toSorted((a, b) => a.keys.length - b.keys.length);
    const one = called.flatMap((pattern) => shallow.filter((each) => pattern.test(keyOf(each))))[0];
    if (one !== undefined) add(one, name, true);
  }
  const numbers = values.filter((one) => isNumber(one.value) && !isTime(one.value) && !used.has(one.pointer));
  const counts = numbers.filter((one) => COUNTED.test(keyOf(one)) && !/id(_str)?$/.test(keyOf(one)));
  for (const one of counts.slice(0, MAX_NUMBERS)) add(one, nameFor(one, names), true);
  for (const one of values.filter(({ pointer, value }) => !used.has(pointer) && (isScalar(value) || isImage(value))))
    if (found.length < MAX_OFFERED) add(one, nameFor(one, names), false);
  return found;
}

/** A name for a field after its key; with the key above it if that name is taken. */
function nameFor({ keys }: RowValue, names: Set<string>): string {
  const short = camelCase(keys.at(-1) ?? "") || "field";
  if (!names.has(short)) return short;
  const long = camelCase(keys.slice(-2).join("_")) || short;
  if (!names.has(long)) return long;
  for (let n = 2; ; n++) if (!names.has(`${short.slice(0, 36)}${n}`)) return `${short.slice(0, 36)}${n}`;
}
