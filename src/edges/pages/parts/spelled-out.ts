import { pattern } from "../../../core/pattern.ts";

const formats = pattern(String.raw`\p{Cf}`, "gu");

/** Raw text for developers, signs that nobody would see written as their numbers. */
export const spelledOut = (text: string): string =>
  text.toWellFormed().replaceAll(formats(), (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
