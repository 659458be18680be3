import { counting } from "../../../../core/language.ts";
import type { PeriodName } from "../../../../sections/section.ts";

const counted = counting("en");

/** The words of a digest around its sections. */
export const en = {
  quiet: (period: PeriodName) => `A quiet ${period}: nothing stood out.`,
  /** Joins facts to a sentence. */
  headline: (facts: string[]) => `${facts.join("; ")}.`,
  passedOver: (count: number) => `${count} ${counted(count, "earlier digest was", "earlier digests were")} skipped`,
  /** Sections that share a note. */
  those: (titles: string[], note: string) => `${titles.join(", ")}: ${note}`,
  /** The label of the link to everything that the message leaves out. */
  rest: "See the rest",
};

export type DigestWords = typeof en;
