import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { suggestsSecret } from "../../../core/secret-names.ts";

/** Stands for a value that a plain export hides. */
const HIDDEN = "***";

const isSecret = (name: string, value: Json): boolean =>
  suggestsSecret(name) && !(typeof value === "string" && /^\{\w+\}$/.test(value));

/** The parts of a definition that are sent to the service as they are written. */
const SENT = ["query", "body"];

/** The context to which the encryption of an exported definition is bound. */
export const placeOf = (operation: string): string => `operations/${operation}`;

/** A definition without the secrets that it sends. Returns the same object if there are none. */
export function withoutSecrets(definition: JsonObject): JsonObject {
  let some = false;
  const hide = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(hide);
    if (!isObject(value)) return value;
    return mapped(value, (name, one) => {
      if (!isSecret(name, one)) return hide(one);
      some = true;
      return HIDDEN;
    });
  };
  const hidden = mapped(definition, (name, one) => (SENT.includes(name) ? hide(one) : one));
  return some ? hidden : definition;
}

/** Puts the current values in the place of hidden ones. A value without a current one is an error. */
export function withHidden(definition: JsonObject, before: JsonObject, errors: FieldError[]): JsonObject {
  const displayed = (value: Json, was: Json | undefined, at: string): Json => {
    if (Array.isArray(value))
      return value.map((one, index) => displayed(one, Array.isArray(was) ? was[index] : undefined, `${at}/${index}`));
    if (!isObject(value)) return value;
    return mapped(value, (name, one) => {
      const old = isObject(was) && Object.hasOwn(was, name) ? was[name] : undefined;
      const pointer = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (one !== HIDDEN || !isSecret(name, one)) return displayed(one, old, pointer);
      if (old !== undefined) return old;
      errors.push({ pointer, message: "is hidden in a plain export: give its value" });
      return one;
    });
  };
  return mapped(definition, (name, one) =>
    SENT.includes(name) ? displayed(one, Object.hasOwn(before, name) ? before[name] : undefined, `/${name}`) : one,
  );
}

const mapped = (one: JsonObject, to: (name: string, value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, to(name, value)]));
