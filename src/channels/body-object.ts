import { isObject, type JsonObject } from "../core/json.ts";

/** The JSON object in the body of an answer; null for anything else, such as an HTML page. */
export function bodyObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
