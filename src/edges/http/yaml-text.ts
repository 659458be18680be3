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

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

const fieldsOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, field]) => field !== undefined);

/** A value on one line. */
function flowOf(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return `[${value.map(flowOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = fieldsOf(value).map(([name, field]) => `${textOf(name)}: ${flowOf(field)}`);
  return `{${fields.join(", ")}}`;
}

/** A value on lines of its own. The first one starts at the current position. */
function blockOf(value: unknown, indent: string, level: number): string {
  if (typeof value !== "object" || value === null || isEmpty(value) || level >= ONE_LINE_FROM) return flowOf(value);
  const within = `${indent}  `;
  if (Array.isArray(value)) return value.map((one) => `- ${blockOf(one, within, level + 1)}`).join(`\n${indent}`);
  return fieldsOf(value)
    .map(([name, field]) => {
      const inline = typeof field !== "object" || field === null || isEmpty(field) || level + 1 >= ONE_LINE_FROM;
      return `${textOf(name)}:${inline ? ` ${flowOf(field)}` : `\n${within}${blockOf(field, within, level + 1)}`}`;
    })
    .join(`\n${indent}`);
}
