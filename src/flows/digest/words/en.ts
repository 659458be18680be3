import { counting } from "../../../core/language.ts";
import type { PeriodName } from "../../../sections/period-name.ts";

const counted = counting("en");

/** What a digest says itself, around its sections. */
export const en = {
  quiet: (period: PeriodName) => `A quiet ${period}: nothing stood out.`,
  /** Half sentences as one. */
  headline: (facts: string[]) => `${facts.join("; ")}.`,
  passedOver: (count: number) => `${count} ${counted(count, "earlier digest was", "earlier digests were")} skipped`,
  /** The sections that have the same to say. */
  those: (titles: string[], note: string) => `${titles.join(", ")}: ${note}`,
};

export type DigestWords = typeof en;
