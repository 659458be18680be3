import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { noteAsked, readText } from "../../http/body.ts";
import { mediaType } from "../../http/body.ts";
import { Problem } from "../../http/problem.ts";

/** What a form sent, by the names of its fields. One whose name is a JSON Pointer is a field of what is kept. */
export class Fields {
  readonly #sent: URLSearchParams;

  constructor(sent = new URLSearchParams()) {
    this.#sent = sent;
  }

  /** The first of this name, "" where there is none. */
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

/** The object that an Undo carries in a field; throws the 400 Problem where it is none. */
export function objectIn(fields: Fields, name: string): JsonObject {
  try {
    const read = JSON.parse(fields.text(name)) as Json;
    if (isObject(read)) return read;
  } catch {
    // Nothing that we wrote.
  }
  throw new Problem(400, "There is nothing to undo.");
}

/** The name of the field that proves that a page of this session sent the form. */
export const FORM_KEY = "formKey";

/** The name of the field that tells one drawing of a form from others: what it asks for is carried out once. */
export const ONCE_KEY = "once";

/** The name of the field by which an Undo says until when it is worth something, epoch ms. */
export const UNDO_UNTIL = "undoUntil";

/** What a form says of itself and not of what it asks for. */
export const OF_FORM = new Set([FORM_KEY, ONCE_KEY]);

const KIB = 1024;

/** The longest form, bytes: of somebody who is not signed in, of an import, and of all others. */
export const FORM_BYTES = { anonymous: 64 * KIB, import: 16 * KIB * KIB, other: KIB * KIB } as const;

/** More fields than a page of ours sends, and deeper ones. */
const MAX_FIELDS = 500;
const DEEPEST = 10;

/**
 * Reads the fields of a form of at most so many bytes; throws the 415, 413 or 400 Problem. The audit log says them as JSON, secrets
 * left out.
 */
export async function readFields(request: Request, maxBytes: number): Promise<Fields> {
  if (mediaType(request) !== "application/x-www-form-urlencoded")
    throw new Problem(415, "A form must come as application/x-www-form-urlencoded.");
  const text = await readText(request, maxBytes / KIB / KIB);
  // Counted before anything is made of them.
  if (moreThan(text, "&", MAX_FIELDS - 1)) throw new Problem(400, `The form has more than ${MAX_FIELDS} fields.`);
  const fields = new Fields(new URLSearchParams(text));
  const entries = fields.entries().filter(([name]) => !OF_FORM.has(name) && name !== UNDO_UNTIL);
  if (entries.some(([name]) => name.startsWith("/") && moreThan(name, "/", DEEPEST)))
    throw new Problem(400, `A field is nested more than ${DEEPEST} levels deep.`);
  noteAsked(request, nested(entries));
  return fields;
}

/** True where a sign stands in a text more often than `most` times. */
function moreThan(text: string, sign: string, max: number): boolean {
  let [count, at] = [0, text.indexOf(sign)];
  while (at !== -1 && count <= max) [count, at] = [count + 1, text.indexOf(sign, at + 1)];
  return count > max;
}

/** Fields that are named by JSON Pointers as the JSON that they are of; others stand at its top. */
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

const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** Sets a property of its own, whatever it is called: a form may name one `__proto__`. */
function define<Value extends Json>(at: JsonObject, name: string, value: Value): Value {
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
  return value;
}
