import { err, type Result } from "../../core/result.ts";
import type { Refusal } from "./refusal.ts";

/** How many there may be of each, at the most. */
export const QUOTAS = {
  watchlists: 1_000,
  targets: 100_000,
  channels: 200,
  subscriptions: 1_000,
  digests: 100,
  silences: 1_000,
  tokens: 100,
} as const;

export type Counted = keyof typeof QUOTAS;

/** How often all digests together may come on one day, such as ten of each minute: each sums its targets' past up anew. */
export const DIGESTS_A_DAY = 14_400;

const inWords = (many: number): string => many.toLocaleString("en");

/** Why one more is not taken. */
export const fullOf = (what: Counted): string => `There are ${inWords(QUOTAS[what])} ${what}, which is the most.`;

/** The refusal of one more. */
export const full = (what: Counted): Result<never, Refusal> => err({ kind: "full", detail: fullOf(what) });

/** What is wrong with a list that is longer than there may be of its things; null where nothing is. */
export const tooLong = (what: Counted, many: number): string | null =>
  many <= QUOTAS[what] ? null : `makes ${inWords(many)} ${what}: there may be ${inWords(QUOTAS[what])}`;
