/** A word of Cap'n Proto's text format that is not a string: an enumerant, `void`, or a file to read. */
export class Word {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The value of a field that has none. */
export const VOID = new Word("void");

/** The contents of a file, by its name beside the configuration. */
export const embed = (name: string): Word => new Word(`embed ${quoted(name)}`);

/** A value of a configuration: objects are structures, and a missing field has its default. */
export type Value = string | number | boolean | Word | Value[] | { [field: string]: Value | undefined };

/** Writes a value in Cap'n Proto's text format. */
export function asText(value: Value): string {
  if (typeof value === "string") return quoted(value);
  if (value instanceof Word) return value.text;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(asText).join(",\n")}]`;
  const fields = Object.entries(value).flatMap(([field, one]) =>
    one === undefined ? [] : `${field} = ${asText(one)}`,
  );
  return `(${fields.join(", ")})`;
}

/** A string of printable ASCII: other bytes of its UTF-8, quotes and backslashes are written in hexadecimal. */
function quoted(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\x${byte.toString(16).padStart(2, "0")}`
      : String.fromCharCode(byte),
  );
  return `"${bytes.join("")}"`;
}
