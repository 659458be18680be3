import type { FieldError } from "../../core/refusal.ts";
import { marked, t } from "./text.ts";

/** What to enter instead, by how the API says what is wrong. Numbers in it are `{n}`. */
const SENTENCES: Record<string, string> = {
  "must not be empty": marked("Fill this in."),
  "is required": marked("Fill this in."),
  "is the name of another list": marked("Another list has this name."),
  "must be an IANA time zone such as Europe/Berlin": marked("Type a city, such as New York."),
  "expected number, received string": marked("Enter a number."),
  "expected int, received number": marked("Enter a whole number."),
  "must be more than {n}": marked("Enter more than {n}."),
  "must be at most {n}": marked("Enter {n} or less."),
  "must be {n} or less": marked("Enter {n} or less."),
  "must be {n} or more": marked("Enter {n} or more."),
};

/** An error of a form as a sentence. */
function sentenceOf({ message }: FieldError): string {
  const [n = ""] = /\d+/.exec(message) ?? [];
  const known = SENTENCES[message] ?? SENTENCES[message.replace(/\d+/, "{n}")];
  const text = (known === undefined ? t(message) : t(known, { n })).replace(/^is not /, "not ");
  return /^\p{Ll}/u.test(text) ? `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : text;
}

/** The errors of a form as sentences. */
export const errorWords = (errors: FieldError[]): string => [...new Set(errors.map(sentenceOf))].join(" ");
