import type { Json, JsonObject } from "../core/json.ts";
import { targetKinds, type AnyTargetKind } from "./registry.ts";

// A kind that this version does not know keeps what is stored as it stands: another version may know it.
const kindOf = (kind: string): AnyTargetKind | undefined =>
  Object.hasOwn(targetKinds, kind) ? targetKinds[kind] : undefined;

/** Stored params as their kind reads them today. */
export const readParams = (kind: string, stored: JsonObject): JsonObject =>
  kindOf(kind)?.stored.params(stored) ?? stored;

/** Stored settings as their kind reads them today. */
export const readSettings = (kind: string, stored: JsonObject): JsonObject =>
  kindOf(kind)?.stored.settings(stored) ?? stored;

/** A stored state as its kind reads it today; null where nothing is remembered, or nothing can be made of it. */
export const readState = (kind: string, stored: Json): Json =>
  stored === null || kindOf(kind) === undefined ? stored : (kindOf(kind)!.stored.state(stored) as Json);

/** The same of a JSON text. */
export const storedState = (kind: string, text: string | null): Json =>
  text === null ? null : readState(kind, JSON.parse(text) as Json);
