import type { Json, JsonObject } from "../core/json.ts";
import { targetKinds, type AnyTargetKind } from "./registry.ts";

// Rows of an unknown kind are left as they are, because another version may know the kind.
const kindOf = (kind: string): AnyTargetKind | undefined =>
  Object.hasOwn(targetKinds, kind) ? targetKinds[kind] : undefined;

/** Stored params in the current format of their kind. */
export const readParams = (kind: string, stored: JsonObject): JsonObject =>
  kindOf(kind)?.stored.params(stored) ?? stored;

/** Stored settings in the current format of their kind. */
export const readSettings = (kind: string, stored: JsonObject): JsonObject =>
  kindOf(kind)?.stored.settings(stored) ?? stored;

/** A stored state in the current format of its kind; null if there is none or it is unusable. */
export const readState = (kind: string, stored: Json): Json =>
  stored === null || kindOf(kind) === undefined ? stored : (kindOf(kind)!.stored.state(stored) as Json);

/** The same from JSON text. */
export const storedState = (kind: string, text: string | null): Json =>
  text === null ? null : readState(kind, JSON.parse(text) as Json);
