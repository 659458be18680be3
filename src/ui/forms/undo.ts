import { canonical, type JsonObject } from "../../core/json.ts";
import type { Flash } from "../flash.ts";
import type { PageContext } from "../page.ts";
import { objectIn } from "./fields.ts";

/** Returns an Undo that sends a patch or a whole record. */
export const undoBy = (action: string, patch: JsonObject, more: Record<string, string> = {}): Pick<Flash, "undo"> => ({
  undo: { action, fields: { patch: JSON.stringify(patch), ...more } },
});

/** Returns an Undo that only applies while the record is at this revision, so that later changes survive. */
export const undoOf = (action: string, revision: number, more: Record<string, string> = {}): Pick<Flash, "undo"> => ({
  undo: { action, fields: { ...more, undo: "1", revision: String(revision) } },
});

/** Returns the revision that an Undo requires, or null for an ordinary form. */
export const undoneRevisions = (context: PageContext): number[] | null =>
  context.fields.has("undo") ? [revisionIn(context)] : null;

/** Returns the patch of an Undo, or null for an ordinary form. */
export const undoneIn = ({ fields }: PageContext): JsonObject | null =>
  fields.has("patch") ? objectIn(fields, "patch") : null;

/** Returns the previous values of the fields that differ. */
export const previousFields = (was: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(now).flatMap((field) =>
      canonical(was[field] ?? null) === canonical(now[field] ?? null) ? [] : [[field, was[field] ?? null]],
    ),
  );

/** Returns the revision that a form was filled from, or -1, which no record has. */
export const revisionIn = ({ fields }: PageContext): number =>
  /^\d{1,15}$/.test(fields.text("revision")) ? Number(fields.text("revision")) : -1;
