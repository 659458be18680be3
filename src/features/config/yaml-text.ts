import { escapedUnit } from "../../core/json.ts";

/** Values below this level are on one line, so that a creator takes only a few. */
const ONE_LINE_FROM = 3;

/** Words of letters and digits with single blanks, which every parser reads as a string. */
const PLAIN = /^[A-Za-z][\w./@-]*(?: [\w./@-]+)*$/;

/** Exceptions: words with a special meaning in some version of YAML. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Characters that JSON does not escape, but YAML 1.2 (5.1) excludes or treats as line breaks. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A document as YAML that all parsers, old versions included, read alike. Undefined fields are left out. */
export const yamlText = (document: object): string => `${blockOf(document, "", 0)}\n`;

/** An item of a list in the document. */
export const yamlItem = (thing: object): string => `  - ${blockOf(thing, "    ", 2)}`;

const quoted = (text: string): string => JSON.stringify(text).replace(UNPRINTABLE, escapedUnit);

const textOf = (text: string): string => (PLAIN.test(text) && !WORD.test(text) ? text : quoted(text));

/** Reports whether a value has items or fields that may stand on lines of their own. */
const isBlock = (value: unknown, level: number): value is object => {
  if (typeof value !== "object" || value === null || level >= ONE_LINE_FROM) return false;
  for (const _ in value) return true;
  return false;
};

/** A value on one line. */
function flowOf(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flowOf).join(", ")}]`;
  let fields = "";
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) fields += `${fields === "" ? "" : ", "}${textOf(name)}: ${flowOf(field)}`;
  return `{${fields}}`;
}

/** A value on lines of its own. The first one starts at the current position. */
function blockOf(value: unknown, indent: string, level: number): string {
  if (!isBlock(value, level)) return flowOf(value);
  const within = `${indent}  `;
  if (Array.isArray(value)) return value.map((one) => `- ${blockOf(one, within, level + 1)}`).join(`\n${indent}`);
  let lines = "";
  for (const [name, field] of Object.entries(value as object)) {
    if (field === undefined) continue;
    if (lines !== "") lines += `\n${indent}`;
    lines += `${textOf(name)}:${isBlock(field, level + 1) ? `\n${within}` : " "}${blockOf(field, within, level + 1)}`;
  }
  return lines;
}
