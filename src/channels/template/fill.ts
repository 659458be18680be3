import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { placeholdersIn } from "../../core/template.ts";

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** What placeholders are replaced with, by name. */
export type Values = Readonly<Record<string, Json>>;

/** The names of the placeholders in all texts of a template, "" for double braces that are none. Keys have none. */
export function namesIn(template: Json): string[] {
  if (typeof template === "string") return placeholdersIn(template);
  if (typeof template !== "object" || template === null) return [];
  return Object.values(template).flatMap(namesIn);
}

/** A text with its placeholders replaced. */
export const filledText = (template: string, values: Values): string =>
  template.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name] ?? "";
    return typeof value === "string" ? value : JSON.stringify(value);
  });

/**
 * A template with its placeholders replaced. The template is read as JSON first, so no value can add anything to its
 * structure. A text that is one placeholder becomes the value itself. If that is empty, the member is left out, and so
 * is the whole object where it is an entry of a list: a picture without an address.
 */
export const filled = (template: JsonObject, values: Values): JsonObject => filledObject(template, values).object;

/** `lost` is true if a member was left out. */
function filledObject(template: JsonObject, values: Values): { object: JsonObject; lost: boolean } {
  const members = Object.entries(template).map(([name, value]) => [name, filledValue(value, values)] as const);
  const left = members.filter((member): member is [string, Json] => member[1] !== undefined);
  return { object: Object.fromEntries(left), lost: left.length < members.length };
}

function filledValue(template: Json, values: Values): Json | undefined {
  if (typeof template === "string") {
    const alone = /^\{\{\s*(\w+)\s*\}\}$/.exec(template);
    if (alone === null) return filledText(template, values);
    const value = values[alone[1]!] ?? "";
    return value === "" ? undefined : value;
  }
  if (Array.isArray(template)) return template.flatMap((entry) => filledEntry(entry, values));
  return isObject(template) ? filledObject(template, values).object : template;
}

function filledEntry(entry: Json, values: Values): Json[] {
  if (isObject(entry)) {
    const { object, lost } = filledObject(entry, values);
    return lost ? [] : [object];
  }
  const value = filledValue(entry, values);
  return value === undefined ? [] : [value];
}
