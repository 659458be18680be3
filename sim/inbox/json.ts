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

/** Joins texts by newlines without duplicates; code blocks become plain lines. */
export function lines(texts: string[]): string {
  const stored = texts.map(unfenced).filter((text) => text !== "");
  return stored.filter((text, place) => stored.indexOf(text) === place).join("\n");
}

/** Returns a text without the fences of its code blocks. */
const unfenced = (text: string): string => text.replace(/\n?```\n?/g, "\n").trim();
