const raw = JSON as unknown as { rawJSON(text: string): unknown };

/** JSON text that is already written: put into an answer as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON text of a value in which a bigint becomes a JSON number with all its digits. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === "bigint") return raw.rawJSON(item.toString());
    return item instanceof JsonText ? raw.rawJSON(item.text) : item;
  });
}

/** An answer with a JSON body. */
export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(writeJson(value), { status, headers: { "content-type": "application/json", ...headers } });
}
