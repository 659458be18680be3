import type { AirtimeReport, AirtimeRow } from "../airtime-shape.ts";
import { type GoalState, type Verdict, verdictOf } from "../../core/goal.ts";
import { dayStarts } from "../../core/calendar.ts";
import { DAY_MS } from "../../core/duration.ts";
import { MAX_TABLE_ROWS } from "../../core/report.ts";
import { displayedName, distinguished } from "../distinguish.ts";
import { periodOf } from "../period.ts";
import type { DigestContext, Frame, ReportedSection } from "../section.ts";
import { noteOn, sentences } from "../watched.ts";
import { instantOf } from "../../core/instant.ts";
import { watchedText } from "./method/method.ts";
import { watchedSinceAdded } from "./watched-since.ts";
import { type AirtimeData, airtimeFact, airtimeFigures, airtimeTables, MAX_ROWS } from "./words.ts";
import { airtimeWords } from "./words/words.ts";
import { observedIn } from "../../core/knowledge.ts";

/** The places of a creator that a digest stores, and the length of a ranking's name. */
const MAX_PLACES = 5;
const MAX_TITLE = 60;

/** Unknown time below this is not worth a sentence. */
const LEAST_UNKNOWN_MS = 60_000;

const NOBODY_NEW = { partly: 0, leastMs: 0, mostMs: 0 };

/** Summarizes an airtime report for a digest. */
function summarizeAirtime({ rows: all, totals }: AirtimeReport, frame: Frame): AirtimeData {
  const rows = namedApart(all);
  const compared = rows.filter(({ change }) => change !== null);
  const goals = rows.filter(({ goal }) => goal !== null);
  const counting = goals.filter(({ goal }) => goal!.state !== "not_started");
  const standing = (row: AirtimeRow): number => BY_NEED.indexOf(row.goal!.state);
  // Sorting keeps the order of equals, which is by airtime.
  const failing = counting.toSorted((a, b) => standing(a) - standing(b)).slice(0, MAX_TABLE_ROWS);
  const sum = (all: AirtimeRow[], of: (row: AirtimeRow) => number): number =>
    all.reduce((total, row) => total + of(row), 0);
  const verdicts = goals.map(({ goal }) => verdictOf(goal!, goal!.validDayMinutes));
  const count = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  const agesMs = rows.map(({ watchedSince }) => ageMs(instantOf(watchedSince)!, frame));
  const isNew = rows.length > 0 && agesMs.every((age) => age < frame.to - frame.from);
  return {
    period: periodOf(frame),
    watched: {
      targets: rows.length,
      unread: rows.filter(({ coverage }) => coverage === null || coverage === 0).length,
      // Of some, the note says it with what was watched of them.
      ...(isNew ? { partly: rows.length, leastMs: Math.min(...agesMs), mostMs: Math.max(...agesMs) } : NOBODY_NEW),
    },
    totals,
    compared: {
      creators: compared.length,
      beforeSeconds: sum(compared, ({ seconds, change }) => seconds - change!),
      nowSeconds: sum(compared, ({ seconds }) => seconds),
    },
    coverage: observedIn(rows),
    sinceAdded: watchedSinceAdded(rows, frame.from, frame.to),
    goals: {
      creators: goals.length,
      counting: counting.length,
      reached: goals.filter(({ goal }) => goal!.reached).length,
      failing: goals.filter(({ goal }) => ["missed", "behind"].includes(goal!.state)).length,
      by: { behind: count("behind"), out: count("out"), missed: count("missed") },
    },
    rows: rows.slice(0, MAX_ROWS),
    standings: failing.map(({ name, goal }) => ({ name, goal })),
  };
}

/** How long somebody is watched; from a day on in days of the calendar, of which valid days are some. */
function ageMs(since: number, { to, timezone }: Frame): number {
  const age = Math.max(0, to - since);
  return age < DAY_MS ? age : to - dayStarts(since, since + 1, timezone)[0]!;
}

/** Says if nobody had airtime, and how much of the time since creators were added was watched, as the report does. */
function airtimeNote(data: AirtimeData, { language }: DigestContext): string | null {
  const words = airtimeWords[language];
  const { totals, sinceAdded, watched, period } = data;
  const unwatched = sinceAdded != null && (sinceAdded.later > 0 || sinceAdded.unknownMs >= LEAST_UNKNOWN_MS);
  const reported = [
    totals.seconds === 0 ? words.noAirtime : null,
    unwatched ? watchedText(language, sinceAdded) : null,
  ];
  return noteOn(language, watched, period, words, sentences(language, reported));
}

/** In the order of a table: what needs attention first. */
const BY_NEED: readonly GoalState[] = ["behind", "missed", "open", "unknown", "reached", "not_started"];

/** Rows with names that tell them apart, and texts of limited length. */
function namedApart(rows: AirtimeRow[]): AirtimeRow[] {
  const names = distinguished(
    rows.map(({ targetId, name, handle }) => ({ name: displayedName(name) ?? targetId, told: handle ?? targetId })),
  );
  return rows.map((row, index) => ({
    ...row,
    name: names[index]!.name,
    bestPlaces: row.bestPlaces
      .slice(0, MAX_PLACES)
      .map(({ title, place }) => ({ title: displayedName(title, MAX_TITLE) ?? "–", place })),
  }));
}

/** The airtime report of the period, with goals: in short, and as a table of all creators. */
export const airtime: ReportedSection<AirtimeData> = {
  name: "airtime",
  title: (language) => airtimeWords[language].title,
  kind: "live",
  summarize: summarizeAirtime,
  rows: ({ rows, totals }) => (totals.creators > MAX_ROWS ? null : rows),
  links: (language) => airtimeWords[language],
  figures: airtimeFigures,
  tables: airtimeTables,
  fact: airtimeFact,
  note: airtimeNote,
  chart: () => null,
};
