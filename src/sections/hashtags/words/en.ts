import { counting } from "../../../core/language.ts";
import type { PeriodName } from "../../section.ts";
import { foldInEnglish } from "../../times.ts";

const counted = counting("en");

/** The words of a digest about hashtags. Counts and shares are passed as text. */
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
  knownThen: (change: string, count: string) => `${change}, counting only the ${count} known then`,
  growing: "Fastest growing",
  trendsAndGrowing: "Trends and fastest growing",
  trend: "trend",
  mostGained: "Most views gained",
  unknownViews: "views unknown",
  noneFound: "No hashtags were found.",
  tooEarly: "Not enough data yet to measure growth.",
  nothingGrew: "Nothing grew.",
  tooFew: "Too few hashtags with known growth to spot a trend.",
  againstGroup: (period: PeriodName) =>
    `Trends are measured within this group only: fewer than three earlier ${period}s are known.`,
  found: (count: number, text: string) => `${text} new ${counted(count, "hashtag was", "hashtags were")} found`,
  grewBy: (name: string, share: string) => `${name} grew by ${share}`,
  doubled: (name: string) => `${name} doubled`,
  grewTimes: (name: string, times: number) => `${name} grew ${foldInEnglish(times)}`,
  chartGrowing: "What is growing",
  subtitle: (span: string) => `Growth of views, ${span}`,
  alt: (span: string, which: string) => `Growth of views of the fastest hashtags, ${span}: ${which}.`,
  isTrend: (hashtag: string) => `${hashtag}, a trend`,
};

export type HashtagsWords = typeof en;
