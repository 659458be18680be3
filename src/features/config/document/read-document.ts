import { sliced, type Pause } from "../../../core/concurrency.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { readForm } from "../../../resources/form.ts";
import { configured } from "../../../resources/registry.ts";
import type { Declared } from "../../../resources/resource.ts";
import type { Limits } from "../../../resources/limits.ts";
import { readAs, tooLong } from "../../../resources/write/refused.ts";
import { frameForm, idForm } from "./document.ts";

/** One entry of the document. */
export interface Entry {
  /** A JSON Pointer, such as "/targets/12". */
  at: string;
  id: string | null;
  form: Record<string, unknown>;
}

/** The entries by resource. A list that the document omits has none. */
export type Entries = Map<string, Entry[]>;

/** The errors of a refusal, with pointers into the document. */
export const pointedAt = (at: string, refusal: Refusal): FieldError[] =>
  refusal.kind === "invalid"
    ? refusal.errors.map(({ pointer, message }) => ({ pointer: at + pointer, message }))
    : [{ pointer: at, message: "detail" in refusal ? refusal.detail : "is not valid" }];

/** The maximum number of errors to report. */
export const MAX_ERRORS = 1000;

interface Reading {
  limits: Limits;
  pause: Pause;
  errors: FieldError[];
}

/** The document with its entries read, but operations as they are; null if it omits them. */
interface DocumentRead {
  entries: Entries;
  operations: Json[] | null;
}

/** Reads the document with the API's forms. The error lists every invalid field. */
export async function readDocument(
  source: () => Promise<Json>,
  limits: Limits,
  pause: Pause,
): Promise<Result<DocumentRead, FieldError[]>> {
  const body = await source();
  const frame = readForm(frameForm(), body);
  const errors = frame.ok ? [] : pointedAt("", frame.error);
  const entries: Entries = new Map();
  for (const of of configured) {
    const provided = isObject(body) ? body[of.name] : undefined;
    if (!Array.isArray(provided)) continue;
    const excess = tooLong(of, provided.length);
    if (excess !== null) errors.push({ pointer: `/${of.name}`, message: excess });
    else entries.set(of.name, await readList(of, provided, { limits, pause, errors }));
  }
  const operations = isObject(body) && Array.isArray(body["operations"]) ? body["operations"] : null;
  return errors.length > 0 ? err(errors) : ok({ entries, operations });
}

async function readList(of: Declared, provided: Json[], reading: Reading): Promise<Entry[]> {
  const { limits, errors } = reading;
  const each = sliced(reading.pause);
  const idOf = idForm(of).optional();
  const read = (body: JsonObject) => of.document?.entry?.read(body, limits) ?? readAs(of, body, limits);
  const entries: Entry[] = [];
  for (const [index, entry] of provided.entries()) {
    if (errors.length >= MAX_ERRORS) break;
    await each();
    const at = `/${of.name}/${index}`;
    if (!isObject(entry)) {
      errors.push({ pointer: at, message: "must be an object" });
      continue;
    }
    const { id: provided, ...body } = entry;
    const id = readForm(idOf, provided);
    if (!id.ok) errors.push(...pointedAt(`${at}/id`, id.error));
    const form = read(body);
    if (!form.ok) errors.push(...pointedAt(at, form.error));
    if (id.ok && form.ok) entries.push({ at, id: id.value ?? null, form: form.value });
  }
  return entries;
}
