import { pattern } from "../../core/pattern.ts";

const LONGEST = 1000;

const blanks = pattern(String.raw`[\s\p{Cc}]+`, "gu");

/**
 * A text as the value of a header: one line of ASCII. Other texts are encoded as RFC 2047 says, which ntfy and mail
 * programs decode.
 */
export function headerValue(text: string): string {
  const line = text.replace(blanks(), " ").trim();
  if (/^[\x20-\x7e]*$/.test(line)) return line.slice(0, LONGEST);
  const bytes = new TextEncoder().encode(line).slice(0, (LONGEST * 3) / 5);
  // A character that was cut in two is left out.
  const whole = new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/\ufffd+$/, ""));
  return `=?UTF-8?B?${btoa(String.fromCharCode(...whole))}?=`;
}
