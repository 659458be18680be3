import { isObject, type Json } from "./json.ts";

/** Deeper than any form. Values below are taken unmerged, and the form rejects them. */
const DEEPEST = 32;

/** JSON Merge Patch (RFC 7396): null removes a member, objects are merged, everything else is replaced. */
export function mergePatch(document: Json, patch: Json, depth = 0): Json {
  if (!isObject(patch) || depth > DEEPEST) return patch;
  const merged = new Map(isObject(document) ? Object.entries(document) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key) ?? null, value, depth + 1));
  }
  return Object.fromEntries(merged);
}
