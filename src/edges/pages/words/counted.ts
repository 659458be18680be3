import { grouped } from "../../../core/numbers-as-text.ts";

/** "1 stream", "1,200 streams". */
export const counted = (count: number, noun: string): string =>
  `${grouped("en", count)} ${count === 1 ? noun : `${noun}s`}`;
