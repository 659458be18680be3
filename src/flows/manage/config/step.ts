import type { FieldError } from "../refusal.ts";
import type { Finder } from "./match.ts";
import type { Entry } from "./read-document.ts";
import { PREFIXES, type Section } from "./things.ts";

/** What the sections share: the instant, how ids are made, and where faults go. */
export interface Step {
  now: number;
  newId(prefix: (typeof PREFIXES)[Section]): string;
  errors: FieldError[];
}

/** What the references of a thing may stand for. */
export type Found = Record<"watchlistId" | "targetId" | "channelId", Finder>;

/** Makes ids for a section. */
export const idsFor = (section: Section, step: Step) => () => step.newId(PREFIXES[section]);

/** What is called the same is the same, where no id says otherwise. */
export const byName = ({ name }: { name: string }): string => name;

/** A thing stays of its kind. */
export function sameKind(at: string, form: { kind: string }, before: { kind: string } | null, step: Step): void {
  if (before !== null && before.kind !== form.kind)
    step.errors.push({ pointer: `${at}/kind`, message: "cannot be changed" });
}

/** The entry with ids in place of names. */
export function withIds<Field extends keyof Found, Form extends Record<Field, string | null>>(
  entry: Entry<Form>,
  fields: Field[],
  find: Found,
  step: Step,
): Entry<Form> {
  const form = { ...entry.form };
  for (const field of fields) {
    const text = form[field];
    if (text !== null) Object.assign(form, { [field]: resolved(entry, field, text, find[field], step) });
  }
  return { ...entry, form };
}

/** The id that a text stands for; the text itself where it stands for none, which is a fault. */
export function resolved(entry: { at: string }, field: string, text: string, find: Finder, { errors }: Step): string {
  const found = find(text);
  if ("id" in found) return found.id;
  errors.push({ pointer: `${entry.at}/${field}`, message: found.message });
  return text;
}
