import { pattern } from "../../core/pattern.ts";

const formats = pattern(String.raw`\p{Cf}`, "gu");

/** Returns raw text for developers, with invisible characters as escapes. */
export const spelledOut = (text: string): string =>
  text.toWellFormed().replaceAll(formats(), (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
