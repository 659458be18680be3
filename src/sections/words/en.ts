import type { PeriodName } from "../section.ts";

/** The words that all sections share. `part` is how long targets were watched, as from `days`, `ofDays` or `ofTime`. */
export const en = {
  periods: {
    day: { before: "the day before", against: "vs. the day before", whole: "the whole day" },
    week: { before: "the week before", against: "vs. the week before", whole: "the whole week" },
    month: { before: "the month before", against: "vs. the month before", whole: "the whole month" },
    period: { before: "the period before", against: "vs. the period before", whole: "the whole period" },
  } as Record<PeriodName, { before: string; against: string; whole: string }>,
  changed: (change: string, against: string) => `${change} ${against}`,
  /** The text between two sentences. */
  space: " ",
  asMuch: (before: string) => `as much as ${before}`,
  noneWatched: (none: string) => `No ${none} are watched.`,
  nothingRead: "No data yet.",
  unread: (count: number, targets: number, many: string) => `No data yet for ${count} of ${targets} ${many}.`,
  partly: (count: number, targets: number, many: string, whole: string) =>
    `${count} of ${targets} ${many} ${count === 1 ? "was" : "were"} watched for less than ${whole}.`,
  watchedFor: (many: string, part: string, atMost: boolean) =>
    `The ${many} were watched for ${atMost ? "at most " : ""}${part}.`,
  days: (part: number, whole: number) => `${part} of ${whole} days`,
  ofDays: (part: string, whole: number) => `${part} of ${whole} days`,
  ofTime: (part: string, whole: string) => `${part} of ${whole}`,
};

export type SectionWords = typeof en;
