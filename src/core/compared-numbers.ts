import type { Language } from "./language.ts";
import { exactNumber, SHORT_FROM, shortNumber } from "./numbers-as-text.ts";

/** Digits between the units of short numbers: thousand and million, or 万 and 億. */
const unitDigits = (language: Language): number => (language === "ja" ? 4 : 3);

/** The value that a short text of a number stands for. */
function shortValue(language: Language, value: number): number {
  const size = Math.abs(value);
  if (size < SHORT_FROM) return Math.round(value);
  const digits = unitDigits(language);
  const unit = 10 ** (Math.floor(Math.log10(size) / digits) * digits);
  return Math.round((value * 10) / unit) * (unit / 10);
}

/**
 * Texts of numbers that are compared by their reader, such as a limit and the numbers before and after. They are short
 * ("9,200", "12.3K") if their order can still be read, and have all digits otherwise ("9,977", "10,012").
 */
export function comparedNumbers(language: Language, values: number[]): string[] {
  const isTrue = values.every((one, place) =>
    values
      .slice(place + 1)
      .every((other) => Math.sign(one - other) === Math.sign(shortValue(language, one) - shortValue(language, other))),
  );
  const write = isTrue && values.every((value) => Number.isInteger(value)) ? shortNumber : exactNumber;
  return values.map((value) => write(language, value));
}

/** A number that others passed, which must not look larger or smaller than it is: "10K", "12,280". */
export const passedNumber = (language: Language, value: number): string =>
  shortValue(language, value) === value ? shortNumber(language, value) : exactNumber(language, value);
