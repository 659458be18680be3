import { counting } from "../../../core/language.ts";
import type { PeriodName } from "../../period-name.ts";
import { timesInEnglish } from "../../times.ts";

const counted = counting("en");

/** What a digest says of hashtags. Counts and shares come as text, `before` as the words for the period before. */
export const en = {
  title: "Hashtags",
  none: "hashtag searches",
  many: "searches",
  hashtag: "a hashtag",
  views: (count: number, text: string) => `${text} ${counted(count, "view", "views")}`,
  trends: "Trends",
  gained: "Views gained",
  byHashtags: (count: string) => `by ${count} hashtags`,
  fastest: "Fastest",
  typical: "Typical growth",
  below: (share: string) => `below ${share}`,
  median: (count: string) => `median of ${count} hashtags`,
  fresh: "New hashtags",
  gone: (count: string) => `${count} gone`,
  knownThen: (change: string, count: string) => `${change}, for the ${count} known then`,
  growing: "Fastest growing",
  trendsAndGrowing: "Trends and fastest growing",
  trend: "trend",
  mostGained: "Most views gained",
  unknownViews: "views not known",
  noneFound: "No hashtags were found.",
  tooEarly: "Not enough watched yet to measure growth.",
  nothingGrew: "Nothing grew.",
  tooFew: "Too few hashtags grew by a known percentage to tell a trend.",
  againstGroup: (period: PeriodName) =>
    `Trends are told against the group alone: fewer than three ${period}s before are known.`,
  found: (count: number, text: string) => `${text} new ${counted(count, "hashtag was", "hashtags were")} found`,
  grewBy: (name: string, share: string) => `${name} grew by ${share}`,
  doubled: (name: string) => `${name} doubled`,
  grewTimes: (name: string, times: number) => `${name} grew ${timesInEnglish(times)}`,
  chartGrowing: "What is growing",
  subtitle: (span: string) => `Growth of views, ${span}`,
  alt: (span: string, which: string) => `Growth of views of the fastest hashtags, ${span}: ${which}.`,
  isTrend: (hashtag: string) => `${hashtag}, a trend`,
};

export type HashtagsWords = typeof en;
