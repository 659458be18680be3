import type * as z from "zod";
import type { Addresses } from "../../../channels/public-url.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { digestForm } from "../digests.ts";
import { readForm } from "../form.ts";
import type { FieldError, Refusal } from "../refusal.ts";
import { silenceForm } from "../silences.ts";
import { tooLong } from "../quotas.ts";
import { subscriptionForm } from "../subscription-form.ts";
import { readTarget, type TargetForm } from "../target-form.ts";
import { watchlistForm } from "../watchlists.ts";
import { readChannelEntry, type ChannelEntry } from "./channel-entry.ts";
import { frameForm, idForm } from "./document.ts";
import { SECTIONS, type Section } from "./things.ts";

/** One entry of the document: where it stands, whose id it gives, what it says. */
export interface Entry<Form> {
  /** A JSON Pointer, such as "/targets/12". */
  at: string;
  id: string | null;
  form: Form;
}

interface Forms {
  watchlists: z.output<typeof watchlistForm>;
  targets: TargetForm;
  channels: ChannelEntry;
  subscriptions: z.output<typeof subscriptionForm>;
  digests: z.output<typeof digestForm>;
  silences: z.output<typeof silenceForm>;
}

/** The entries by section; a section that the document leaves out is left as it is. */
export type Entries = { [S in Section]?: Entry<Forms[S]>[] };

/** What entries are judged by. */
export interface Judging {
  addresses: Addresses;
  minIntervalSeconds: number;
}

const readers: { [S in Section]: (body: JsonObject, judging: Judging) => Result<Forms[S], Refusal> } = {
  watchlists: (body) => readForm(watchlistForm, body),
  targets: (body, { minIntervalSeconds }) => readTarget(body, minIntervalSeconds),
  channels: (body, { addresses }) => readChannelEntry(body, addresses),
  subscriptions: (body) => readForm(subscriptionForm, body),
  digests: (body) => readForm(digestForm, body),
  silences: (body) => readForm(silenceForm, body),
};

/** What a refusal says of fields, its pointers leading into the document. */
export const pointedAt = (at: string, refusal: Refusal): FieldError[] =>
  refusal.kind === "invalid"
    ? refusal.errors.map(({ pointer, message }) => ({ pointer: at + pointer, message }))
    : [{ pointer: at, message: "detail" in refusal ? refusal.detail : "is not valid" }];

/** More faults than these are not told. */
export const MOST_ERRORS = 1000;

/** Reads the document with the forms that the API has for each thing; else every field that is wrong. */
export function readDocument(body: Json, judging: Judging): Result<Entries, FieldError[]> {
  const frame = readForm(frameForm, body);
  const errors = frame.ok ? [] : pointedAt("", frame.error);
  const entries: Entries = {};
  for (const section of SECTIONS) {
    const given = isObject(body) ? body[section] : undefined;
    const excess = Array.isArray(given) ? tooLong(section, given.length) : null;
    if (excess !== null) errors.push({ pointer: `/${section}`, message: excess });
    else if (Array.isArray(given)) Object.assign(entries, { [section]: readSection(section, given, judging, errors) });
  }
  return errors.length > 0 ? err(errors) : ok(entries);
}

function readSection<S extends Section>(section: S, given: Json[], judging: Judging, errors: FieldError[]) {
  const form = idForm(section).optional();
  const entries: Entry<Forms[S]>[] = [];
  for (const [index, entry] of given.entries()) {
    if (errors.length >= MOST_ERRORS) break;
    const at = `/${section}/${index}`;
    if (!isObject(entry)) {
      errors.push({ pointer: at, message: "must be an object" });
      continue;
    }
    const { id, ...body } = entry;
    const named = readForm(form, id);
    if (!named.ok) errors.push(...pointedAt(`${at}/id`, named.error));
    const read = readers[section](body, judging);
    if (!read.ok) errors.push(...pointedAt(at, read.error));
    if (named.ok && read.ok) entries.push({ at, id: named.value ?? null, form: read.value });
  }
  return entries;
}
