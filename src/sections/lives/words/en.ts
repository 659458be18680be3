import { counting } from "../../../core/language.ts";
import { timesInEnglish } from "../../times.ts";

const counted = counting("en");

/** One creator, or several together. */
interface Who {
  who: string;
  many: boolean;
}

/**
 * The words of a digest about live creators. Durations and shares are passed as text, `before` as words for the
 * previous period.
 */
export const en = {
  title: "Live streams",
  none: "live creators",
  many: "creators",
  creator: "A creator",
  airtime: "Time live",
  wereLive: "Were live",
  of: (count: string, all: string) => `${count} of ${all}`,
  onAirAtEnd: (count: string) => `${count} live at the end`,
  pace: (month: string) => `Projection for ${month}`,
  soFar: (time: string) => `${time} so far`,
  longest: "Longest stream",
  sessions: "Streams",
  average: (time: string) => `${time} on average`,
  watchedThen: (change: string, count: string) => `${change}, counting only the ${count} watched then`,
  most: "Most time live",
  changes: "Biggest changes",
  days: (count: number) => `${count} ${counted(count, "day", "days")}`,
  nobody: "No one was seen live.",
  /** What is not known yet: the previous period to compare with, the month to project; null if known. */
  tooEarly: (before: string | null, month: string | null) => {
    const unknown = [
      ...(before === null ? [] : [`to compare time live with ${before}`]),
      ...(month === null ? [] : [`for a projection for ${month}`]),
    ];
    return `Not enough data yet ${unknown.join(", or ")}.`;
  },
  together: (count: number) => `${count} creators together`,
  notOnAir: ({ who, many }: Who, time: string, before: string) =>
    `${who} ${many ? "were" : "was"} not live, down from ${time} ${before}`,
  afterNone: ({ who, many }: Who, time: string, before: string) =>
    `${who} ${many ? "were" : "was"} live for ${time}, and not live ${before}`,
  timesAsLong: ({ who, many }: Who, times: number, before: string) =>
    `${who} ${many ? "were" : "was"} live ${timesInEnglish(times)} as long as ${before}`,
  halfAsLong: ({ who, many }: Who, before: string) => `${who} ${many ? "were" : "was"} live half as long as ${before}`,
  longer: ({ who, many }: Who, share: string, before: string) =>
    `${who} ${many ? "were" : "was"} live ${share} longer than ${before}`,
  shorter: ({ who, many }: Who, share: string, before: string) =>
    `${who} ${many ? "were" : "was"} live ${share} less than ${before}`,
  onAirLongest: (name: string, time: string) => `${name} was live longest, ${time}`,
  chart: "Who was live",
  subtitle: (span: string) => `Time live, ${span}`,
  alt: (span: string, legend: string) => `Time live of the creators who were live longest, ${span}: ${legend}.`,
  inChart: (name: string, time: string, sessions: number, days: string) =>
    `${name} ${time} in ${sessions} ${counted(sessions, "stream", "streams")} on ${days}`,
};

export type LivesWords = typeof en;
