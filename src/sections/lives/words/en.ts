import { counting } from "../../../core/language.ts";
import { timesInEnglish } from "../../times.ts";

const counted = counting("en");

/** One creator, or several together. */
interface Who {
  who: string;
  many: boolean;
}

/** What a digest says of creators on air. Lengths of time and shares come as text, `before` as the words for the period before. */
export const en = {
  title: "Lives",
  none: "live creators",
  many: "creators",
  creator: "A creator",
  airtime: "Airtime",
  wereLive: "Were live",
  of: (count: string, all: string) => `${count} of ${all}`,
  onAirAtEnd: (count: string) => `${count} on air at the end`,
  pace: (month: string) => `Pace for ${month}`,
  soFar: (time: string) => `${time} so far`,
  longest: "Longest stream",
  sessions: "Sessions",
  average: (time: string) => `${time} on average`,
  watchedThen: (change: string, count: string) => `${change}, for the ${count} watched then`,
  most: "Most airtime",
  changes: "Biggest changes",
  days: (count: number) => `${count} ${counted(count, "day", "days")}`,
  nobody: "Nobody was live.",
  /** What is not known yet: the period before to compare with, the month whose pace cannot be told; null for what is known. */
  tooEarly: (before: string | null, month: string | null) => {
    const unknown = [
      ...(before === null ? [] : [`to compare airtime with ${before}`]),
      ...(month === null ? [] : [`to tell a pace for ${month}`]),
    ];
    return `Not enough watched yet ${unknown.join(", or ")}.`;
  },
  together: (count: number) => `${count} creators together`,
  notOnAir: ({ who, many }: Who, time: string, before: string) =>
    `${who} ${many ? "were" : "was"} not on air, after ${time} ${before}`,
  afterNone: ({ who, many }: Who, time: string, before: string) =>
    `${who} ${many ? "were" : "was"} on air for ${time}, after none ${before}`,
  timesAsLong: ({ who, many }: Who, times: number, before: string) =>
    `${who} ${many ? "were" : "was"} on air ${timesInEnglish(times)} as long as ${before}`,
  halfAsLong: ({ who, many }: Who, before: string) =>
    `${who} ${many ? "were" : "was"} on air half as long as ${before}`,
  longer: ({ who, many }: Who, share: string, before: string) =>
    `${who} ${many ? "were" : "was"} on air ${share} longer than ${before}`,
  shorter: ({ who, many }: Who, share: string, before: string) =>
    `${who} ${many ? "were" : "was"} on air ${share} less than ${before}`,
  onAirLongest: (name: string, time: string) => `${name} was on air longest, ${time}`,
  chart: "Who was on air",
  subtitle: (span: string) => `Airtime, ${span}`,
  alt: (span: string, whom: string) => `Airtime of those who were live longest, ${span}: ${whom}.`,
  inChart: (name: string, time: string, sessions: number, days: string) =>
    `${name} ${time} in ${sessions} ${counted(sessions, "session", "sessions")} on ${days}`,
};

export type LivesWords = typeof en;
