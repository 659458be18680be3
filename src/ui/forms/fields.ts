import { isObject, unescaped, type Json, type JsonObject } from "../../core/json.ts";
import { noteBody, readText } from "../../http/body.ts";
import { mediaType } from "../../http/body.ts";
import { Problem } from "../../http/problem.ts";
import { t } from "../words/text.ts";
import { MULTIPART, readMultipart, readTexts } from "./multipart.ts";

/** The fields that a form sent, by name. A name that is a JSON Pointer addresses a field of the stored record. */
export class Fields {
  readonly #sent: URLSearchParams;

  constructor(sent = new URLSearchParams()) {
    this.#sent = sent;
  }

  /** The first value of this name, or "" without one. */
  text(name: string): string {
    return this.#sent.get(name) ?? "";
  }

  all(name: string): string[] {
    return this.#sent.getAll(name);
  }

  has(name: string): boolean {
    return this.#sent.has(name);
  }

  entries(): [string, string][] {
    return [...this.#sent];
  }
}

/** Returns the object that an Undo carries in a field; throws a 400 Problem if it is not one. */
export function objectIn(fields: Fields, name: string): JsonObject {
  try {
    const read = JSON.parse(fields.text(name)) as Json;
    if (isObject(read)) return read;
  } catch {
    // Not something that this app wrote.
  }
  throw new Problem(400, t("There is nothing to undo."));
}

/** The name of the field that proves that a page of this session sent the form. */
export const FORM_KEY = "formKey";

/** The name of the field that identifies one rendering of a form, so that its request is carried out once. */
export const ONCE_KEY = "once";

/** The name of the field with the time at which an Undo expires, epoch ms. */
export const UNDO_UNTIL = "undoUntil";

/** The fields that belong to the form itself rather than to its request. */
export const OF_FORM = new Set([FORM_KEY, ONCE_KEY]);

const KIB = 1024;

/** The maximum size of a form in bytes: of an anonymous sender, of an import and of any other form. */
export const FORM_BYTES = { anonymous: 64 * KIB, import: 16 * KIB * KIB, other: KIB * KIB } as const;

/** Limits that no page of the app reaches: the number of fields, and the depth of a pointer. */
const MAX_FIELDS = 500;
const DEEPEST = 10;

const ENCODED = "application/x-www-form-urlencoded";

async function readEncodedFields(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const text = await readText(request, maxBytes / KIB / KIB);
  // Counted before parsing.
  if (moreThan(text, "&", MAX_FIELDS - 1))
    throw new Problem(400, t("The form has more than {max} fields.", { max: MAX_FIELDS }));
  return new URLSearchParams(text);
}

/**
 * Reads a form, with a file if `withFile`, of at most `maxBytes` bytes; throws a 415, 413 or 400 Problem. Records the fields as JSON, without
 * secrets, for the audit log.
 */
export async function readFields(request: Request, maxBytes: number, withFile = false): Promise<Fields> {
  const type = mediaType(request);
  if (type !== ENCODED && !(withFile && type === MULTIPART))
    throw new Problem(415, t("A form must come as {type}.", { type: ENCODED }));
  const fields = new Fields(
    type === MULTIPART ? await readMultipart(request, MAX_FIELDS) : await readEncodedFields(request, maxBytes),
  );
  const entries = fields.entries().filter(([name]) => !OF_FORM.has(name) && name !== UNDO_UNTIL);
  if (entries.some(([name]) => name.startsWith("/") && moreThan(name, "/", DEEPEST)))
    throw new Problem(400, t("A field is nested more than {max} levels deep.", { max: DEEPEST }));
  noteBody(request, nested(entries));
  return fields;
}

/** Reads a form that mail programs send too, which may be multipart; throws a 415, 413 or 400 Problem. */
export async function readSentFields(request: Request, maxBytes: number): Promise<Fields> {
  if (mediaType(request) !== MULTIPART) return readFields(request, maxBytes);
  return new Fields(await readTexts(request, await readText(request, maxBytes / KIB / KIB), MAX_FIELDS));
}

/** True if `sign` occurs in the text more than `max` times. */
function moreThan(text: string, sign: string, max: number): boolean {
  let [count, at] = [0, text.indexOf(sign)];
  while (at !== -1 && count <= max) [count, at] = [count + 1, text.indexOf(sign, at + 1)];
  return count > max;
}

/** Returns fields as nested JSON: names that are JSON Pointers are resolved, others stay at the top level. */
export function nested(entries: [pointer: string, value: Json][]): JsonObject {
  const whole: JsonObject = {};
  for (const [pointer, value] of entries) {
    const parts = pointer.startsWith("/") ? pointer.slice(1).split("/").map(unescaped) : [pointer];
    const last = parts.pop()!;
    let at = whole;
    for (const part of parts) {
      const within = Object.hasOwn(at, part) ? at[part] : undefined;
      at = typeof within === "object" && within !== null && !Array.isArray(within) ? within : define(at, part, {});
    }
    define(at, last, value);
  }
  return whole;
}

/** Defines an own property, even if the form names it `__proto__`. */
function define<Value extends Json>(at: JsonObject, name: string, value: Value): Value {
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
  return value;
}
