import type { Json, JsonObject } from "../core/json.ts";
import { targetKinds, type AnyTargetKind } from "./registry.ts";

// A kind that this version does not know keeps what is stored as it stands: another version may know it.
const kindOf = (kind: string): AnyTargetKind | undefined =>
  Object.hasOwn(targetKinds, kind) ? targetKinds[kind] : undefined;

/** Stored params, JSON text, as their kind reads them today. */
export function storedParams(kind: string, text: string): JsonObject {
  const stored = JSON.parse(text) as JsonObject;
  return kindOf(kind)?.stored.params(stored) ?? stored;
}

/** Stored settings, JSON text, as their kind reads them today. */
export function storedSettings(kind: string, text: string): JsonObject {
  const stored = JSON.parse(text) as JsonObject;
  return kindOf(kind)?.stored.settings(stored) ?? stored;
}

/** A stored state, JSON text, as its kind reads it today; null where nothing is remembered, or nothing can be made of it. */
export function storedState(kind: string, text: string | null): Json {
  const stored = text === null ? null : (JSON.parse(text) as Json);
  const known = kindOf(kind);
  return stored === null || known === undefined ? stored : known.stored.state(stored);
}
