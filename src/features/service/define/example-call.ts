import { isObject, type Json } from "../../../core/json.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { isPlain } from "../../../core/text.ts";
import {
  ADDRESS,
  bare,
  decoded,
  plainExample,
  roleByName,
  STAND_IN,
  type CallDefinition,
  type Example,
} from "../connect/example-address.ts";

/** A request with placeholders, and the values that the example has for them. */
export interface ExampleCall {
  asked: CallDefinition;
  values: Record<string, string>;
}

/** Parameters that say how much is answered, and in what form. They stay as in the example. */
const FIXED =
  /^(count|limit|size|num|page|offset|(max|min|next)?_?cursor|(page|per)_?(size|page)|sort(_?(by|type))?|order|lang(uage)?|locale|format|version)$/i;

const LONGEST_VALUE = 1000;

/** The name of a placeholder for a parameter: "user_id" becomes "userId". */
export const camelCase = (name: string): string =>
  name
    .replace(/^[^A-Za-z]+/, "")
    .replaceAll(/[^A-Za-z0-9]+([A-Za-z0-9])?/g, (_, next: string | undefined) => (next ?? "").toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .slice(0, 40);

/**
 * Reads the request of any operation from an example address of the documentation, or from a `curl` command. Every
 * parameter that is not about paging or format becomes a placeholder. `base` is the service's address. The error is a
 * sentence.
 */
export function exampleCall(example: Example, base: string): Result<ExampleCall, string> {
  const { text, body } = plainExample(example, base);
  if (!isPlain(text)) return err("contains invisible characters: copy it again");
  const [, origin = "", path = "", query = ""] = ADDRESS.exec(text) ?? [];
  const known = base.replace(/\/+$/, "");
  if (path === "" || (origin !== "" && !`${origin}${path}`.startsWith(`${known}/`)))
    return err(`must be an address of your data service, such as ${known}/…`);
  const values: Record<string, string> = {};
  const placeholder = (name: string, value: string): string => {
    const base = roleByName(name) ?? (camelCase(name) || "value");
    const own = Object.hasOwn(values, base) ? `${base}${Object.keys(values).length + 1}` : base;
    values[own] = STAND_IN.test(value) ? "" : value.slice(0, LONGEST_VALUE).toWellFormed();
    return `{${own}}`;
  };
  const rest = origin === "" ? path : `${origin}${path}`.slice(known.length);
  const segments = rest.split("/").map((segment, index, all) => {
    const value = decoded(segment);
    if (segment === "" || !(/^\d{4,}$/.test(value) || value.startsWith("@") || STAND_IN.test(value)))
      return bare(segment);
    return placeholder(STAND_IN.test(value) ? value : `${all[index - 1] ?? ""}`.replace(/s?$/, "_id"), value);
  });
  const params = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    name,
    FIXED.test(name) ? value : placeholder(name, value),
  ]);
  const sent = bodyOf(body, placeholder);
  if (!sent.ok) return sent;
  const asked: CallDefinition = {
    method: sent.value === null ? "GET" : "POST",
    path: segments.join("/"),
    query: Object.fromEntries(params),
    body: sent.value ?? {},
  };
  return ok({ asked, values });
}

/** The JSON body of an example with placeholders; null for none. */
function bodyOf(
  text: string,
  placeholder: (name: string, value: string) => string,
): Result<Record<string, Json> | null, string> {
  if (text.trim() === "") return ok(null);
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    return err("the request body is not JSON");
  }
  if (!isObject(parsed)) return err("the request body must be a JSON object");
  const entries = Object.entries(parsed).map(([name, value]): [string, Json] => {
    const fills = (typeof value === "string" || typeof value === "number") && !FIXED.test(name);
    return [name, fills ? placeholder(name, String(value)) : value];
  });
  return ok(Object.fromEntries(entries));
}
