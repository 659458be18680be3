import { counting } from "../../../core/language.ts";

const counted = counting("en");

/** The words of a digest's airtime report. Durations, shares and changes are passed as text. */
export const en = {
  title: "Airtime report",
  none: "creators for an airtime report",
  many: "creators in the report",
  airtime: "Airtime",
  watchedThen: (change: string, count: string) => `${change}, counting only the ${count} watched then`,
  validDays: "Valid days",
  streams: (count: string, streams: number) => `${count} ${counted(streams, "stream", "streams")}`,
  goals: "Goals reached",
  of: (count: string, all: string) => `${count} of ${all}`,
  /** The share of the whole period that was watched. */
  coverage: "Coverage",
  notWatched: "not watched",
  atLeast: (time: string) => `at least ${time}`,
  /** The title of rows with hours and valid days, such as "32 h · 20 d". */
  rows: "Airtime and valid days",
  standing: "Monthly goals",
  reached: "reached",
  behind: "behind",
  out: "out of reach",
  open: "on pace",
  missed: "not reached",
  unknown: "can’t say",
  not_started: "doesn’t count yet",
  /** A fact: the airtime of all creators. */
  inTotal: (time: string) => `${time} of airtime in total`,
  changed: (fact: string, change: string) => `${fact} (${change})`,
  noAirtime: "No airtime was seen.",
  /** Links below the rows. */
  whole: "The whole report",
  table: "All rows as CSV",
  /** The report as a page. */
  creator: "Creator",
  change: "Change",
  streamsHead: "Streams",
  average: "Average viewers",
  peak: "Peak viewers",
  goal: "Goal",
  /** Heads of columns about a goal, after "Goal: ". */
  goalHours: "hours done",
  goalHoursWanted: "hours wanted",
  goalDays: "days done",
  goalDaysWanted: "days wanted",
  goalState: "state",
  /** Of creators, with their count as text. */
  all: (creators: number, count: string) => `${count} ${counted(creators, "creator", "creators")} in total`,
  hoursLive: "Hours live",
  bestRank: "Best rank",
  everybody: "All creators",
  back: "Back",
  /** Of a goal: what is done, as text. */
  ofHours: (done: string, all: string) => `${done} of ${all} h`,
  ofDays: (done: string, all: string, days: number) => `${done} of ${all} ${counted(days, "day", "days")}`,
  cityTime: (city: string) => `${city} time`,
  earlier: "Previous month",
  later: "Next month",
  soFar: "so far",
};

export type AirtimeWords = typeof en;
