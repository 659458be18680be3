import { canonical, type JsonObject } from "../../../core/json.ts";
import type { Flash } from "../flash.ts";
import type { PageContext } from "../page.ts";
import { objectIn } from "./fields.ts";

/** A cookie carries what takes a change back: what is longer cannot be taken back so. */
const MAX_UNDO = 2000;

/** An Undo that sends a patch, or a whole record. */
export const undoBy = (action: string, patch: JsonObject, more: Record<string, string> = {}): Pick<Flash, "undo"> => {
  const text = JSON.stringify(patch);
  return text.length > MAX_UNDO ? {} : { undo: { action, fields: { patch: text, ...more } } };
};

/** An Undo that only takes back what left a record at this revision: a later change of others stays. */
export const undoOf = (action: string, revision: number, more: Record<string, string> = {}): Pick<Flash, "undo"> => ({
  undo: { action, fields: { ...more, undo: "1", revision: String(revision) } },
});

/** The one revision that an Undo takes back; null for a form that a person sent. */
export const takesBack = (context: PageContext): number[] | null =>
  context.fields.has("undo") ? [revisionIn(context)] : null;

/** What an Undo sends; null for a form that a person filled in. */
export const undoneIn = ({ fields }: PageContext): JsonObject | null =>
  fields.has("patch") ? objectIn(fields, "patch") : null;

/** The fields that differ, as they were. */
export const asItWas = (was: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(now).flatMap((field) =>
      canonical(was[field] ?? null) === canonical(now[field] ?? null) ? [] : [[field, was[field] ?? null]],
    ),
  );

/** What a form was filled from; a revision that nothing has where it does not say. */
export const revisionIn = ({ fields }: PageContext): number =>
  /^\d{1,15}$/.test(fields.text("revision")) ? Number(fields.text("revision")) : -1;
