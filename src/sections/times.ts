import { grouped } from "../core/numbers-as-text.ts";

/** How far a factor may be from a whole number of times. Beyond, its percentage is said: "threefold" is +200 %. */
const TOLERANCE = 0.025;

const isAbout = (factor: number, times: number): boolean => Math.abs(factor - times) <= times * TOLERANCE;

/** A factor as a whole number of times; null if it is none, or less than two. */
export function timesOf(factor: number): number | null {
  const times = Math.round(factor);
  return Number.isFinite(factor) && times >= 2 && isAbout(factor, times) ? times : null;
}

/** Reports whether a factor is one half. */
export const isHalf = (factor: number): boolean => isAbout(factor, 0.5);

const WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "twofold", "ninefold", "120-fold". */
export const foldInEnglish = (times: number): string => {
  const word = WORDS[times - 2];
  return word === undefined ? `${grouped("en", times)}-fold` : `${word}fold`;
};

/** "twice", "nine times", "120 times". */
export const timesInEnglish = (times: number): string =>
  times === 2 ? "twice" : `${WORDS[times - 2] ?? grouped("en", times)} times`;
