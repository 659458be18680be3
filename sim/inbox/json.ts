export type JsonObject = Record<string, unknown>;

/** Parses a text as a JSON object; undefined for anything else. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** Returns the objects of an array; empty for anything else. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];
}

/** Returns a string, or "" for anything else. */
export function str(value: unknown): string {
  return typeof value === "string" ? value : "";
}
