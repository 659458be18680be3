import { escapedUnit } from "../../core/json.ts";

/** What a thing of the document has within stands on one line: a creator is a few. */
const ONE_LINE_FROM = 3;

/** Letters and digits, with single blanks between: no reader takes these for anything but a text, */
const PLAIN = /^[A-Za-z][\w./@-]*(?: [\w./@-]+)*$/;

/** but for the words that some version of YAML has for something else. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** What JSON leaves as it is and YAML 1.2 (5.1) does not have, or takes for the end of a line. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A document as YAML that every reader takes for the same, those of older versions too. Fields without a value are left out. */
export const yamlText = (document: object): string => `${blockOf(document, "", 0)}\n`;

/** A thing in a list of the document, as it stands there. */
export const yamlItem = (thing: object): string => `  - ${blockOf(thing, "    ", 2)}`;

const quoted = (text: string): string => JSON.stringify(text).replace(UNPRINTABLE, escapedUnit);

const textOf = (text: string): string => (PLAIN.test(text) && !WORD.test(text) ? text : quoted(text));

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

const fieldsOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, field]) => field !== undefined);

/** On one line. */
function flowOf(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return `[${value.map(flowOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = fieldsOf(value).map(([name, field]) => `${textOf(name)}: ${flowOf(field)}`);
  return `{${fields.join(", ")}}`;
}

/** On lines of its own, the first of which begins where the caller is. */
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
