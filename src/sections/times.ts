import { grouped } from "../core/numbers-as-text.ts";

/** A factor as a whole number of times; null if it rounds to less than two. */
export function timesOf(factor: number): number | null {
  const times = Math.round(factor);
  return Number.isFinite(factor) && times >= 2 ? times : null;
}

const WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "twofold", "ninefold", "120-fold". */
export const foldInEnglish = (times: number): string => {
  const word = WORDS[times - 2];
  return word === undefined ? `${grouped("en", times)}-fold` : `${word}fold`;
};

/** "twice", "nine times", "120 times". */
export const timesInEnglish = (times: number): string =>
  times === 2 ? "twice" : `${WORDS[times - 2] ?? grouped("en", times)} times`;
