/** Why a delivery was suppressed or held, as stored in its row. */
export const REASONS = {
  disabled: (why: string | null): string => `channel disabled: ${why ?? "by hand"}`,
  silenced: (why: string): string => `silenced${why === "" ? "" : `: ${why}`}`,
  cooldown: (seconds: number): string => `sent less than ${seconds} s ago (cooldown)`,
  quiet: "quiet hours",
  quietWithStart: "quiet hours, with its start",
  startUntold: "its start was not sent here",
  startSuppressed: "its start was suppressed",
} as const;

const SORTS = {
  disabled: /^channel disabled/,
  silenced: /^silenced(?:$|:)/,
  cooldown: /\(cooldown\)$/,
  quiet: /^quiet hours/,
  untold: /^its start was/,
} as const;

export type ReasonSort = keyof typeof SORTS | "other";

/** The category of a stored reason; `other` for errors of sending. */
export const sortOf = (reason: string): ReasonSort =>
  (Object.keys(SORTS) as (keyof typeof SORTS)[]).find((sort) => SORTS[sort].test(reason)) ?? "other";
