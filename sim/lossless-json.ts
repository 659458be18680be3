const raw = JSON as unknown as { rawJSON(text: string): unknown };

/** Serialized JSON, inserted into a response as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns a value as JSON text; a bigint becomes a number with all its digits. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === "bigint") return raw.rawJSON(item.toString());
    return item instanceof JsonText ? raw.rawJSON(item.text) : item;
  });
}

/** Returns a response with a JSON body. */
export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(writeJson(value), { status, headers: { "content-type": "application/json", ...headers } });
}
