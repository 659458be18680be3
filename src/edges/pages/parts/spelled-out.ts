/** Raw text for developers, signs that nobody would see written as their numbers. */
export const spelledOut = (text: string): string =>
  text.toWellFormed().replaceAll(/\p{Cf}/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
