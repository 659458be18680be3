import { isObject, type JsonObject } from "../core/json.ts";

/** The JSON object that an answer's body is; null for anything else, as a page. */
export function bodyObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
