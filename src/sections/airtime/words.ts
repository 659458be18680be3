import type { AirtimeRow, AirtimeTotals } from "../airtime-shape.ts";
import { hoursWords } from "../../core/duration.ts";
import { isWellWatched, verdictOf } from "../../core/goal.ts";
import { commaed, type Language } from "../../core/language.ts";
import { barePercent, grouped } from "../../core/numbers-as-text.ts";
import { type Figure, MAX_TABLE_ROWS, type ReportRow, type ReportTable } from "../../core/report.ts";
import { onBefore } from "../change-text.ts";
import { doublings, type Fact } from "../fact.ts";
import type { WatchedSinceAdded } from "./watched-since.ts";
import type { Period } from "../period.ts";
import type { DigestContext } from "../section.ts";
import type { Watched } from "../watched.ts";
import { airtimeWords } from "./words/words.ts";
import { coreWords } from "../../core/core-words.ts";

/** The digest data of an airtime report. */
export type AirtimeData = {
  period: Period;
  watched: Watched;
  totals: AirtimeTotals;
  /** Creators who were watched for all of the previous period, and their airtime then and now. */
  compared: { creators: number; beforeSeconds: number; nowSeconds: number };
  /** The known share of the time, 0 to 1; null if nothing is known. */
  coverage: number | null;
  /** The same since each creator was added; null if all were added later, undefined in older digests. */
  sinceAdded?: WatchedSinceAdded | null;
  /**
   * Creators with a goal, and of how many it counts already, who reached it, or are behind or missed it. Of the last
   * ones, how many are at each; undefined in older digests.
   */
  goals: {
    creators: number;
    counting: number;
    reached: number;
    failing: number;
    by?: { behind: number; out: number; missed: number };
  };
  /** The first creators by airtime, at most `MAX_ROWS`. */
  rows: AirtimeRow[];
  /** Creators whose goal counts already, those that fail first: at most ten. */
  standings: GoalRow[];
};

type GoalRow = Pick<AirtimeRow, "name" | "goal">;

/** The creators that a digest stores: about 300 KB. */
export const MAX_ROWS = 500;

/** Airtime with its change, valid days with streams, goals, and the observed share. */
export function airtimeFigures(data: AirtimeData, { language }: DigestContext): Figure[] {
  const words = airtimeWords[language];
  const { totals, goals, coverage } = data;
  if (totals.creators === 0) return [];
  const number = (value: number): string => grouped(language, value);
  return [
    { label: words.airtime, value: sumText(data, language), detail: changeOf(data, language) },
    {
      label: words.validDays,
      value: number(totals.validDays),
      detail: words.streams(number(totals.streams), totals.streams),
    },
    ...(goals.counting === 0
      ? []
      : [
          {
            label: words.goals,
            value: words.of(number(goals.reached), number(goals.counting)),
            detail: failingText(goals, language),
          },
        ]),
    ...(coverage === null ? [] : [{ label: words.coverage, value: shareText(language, coverage), detail: null }]),
  ];
}

/** "3 behind, 5 out of reach", or "8 not reached" at the end; null for nobody. */
function failingText({ by }: AirtimeData["goals"], language: Language): string | null {
  const words = airtimeWords[language];
  const parts = (["behind", "out", "missed"] as const).flatMap((verdict) =>
    by === undefined || by[verdict] === 0 ? [] : [`${grouped(language, by[verdict])} ${words[verdict]}`],
  );
  return commaed(language, parts) || null;
}

/** A share to a tenth of a percent. Only a whole one is 1. */
export const displayedShare = (share: number): number =>
  share < 1 ? Math.min(Math.round(share * 1000), 999) / 1000 : 1;

/** "7.8%" of a share. Only a whole one reads as 100%, and only none as 0%. */
export const shareText = (language: Language, share: number): string =>
  share > 0 && share < 0.001 ? `<${barePercent(language, 0.1)}` : barePercent(language, displayedShare(share) * 100);

/** Of seconds, what `hoursWords` shows of them: whole minutes from one on. */
export const displayedTime = (seconds: number): number => (seconds < 60 ? seconds : Math.floor(seconds / 60) * 60);

/** The airtime of all in seconds, as the sum of what the rows show, if there are rows of all. */
export const totalSeconds = ({
  rows,
  totals,
}: {
  rows: Pick<AirtimeRow, "seconds">[];
  totals: AirtimeTotals;
}): number =>
  rows.length === totals.creators ? rows.reduce((sum, { seconds }) => sum + displayedTime(seconds), 0) : totals.seconds;

/** True if unwatched time could add to the airtime of these creators. */
export const isAtLeast = (rows: Pick<AirtimeRow, "coverage">[]): boolean =>
  rows.some((row) => row.coverage !== null && !isWellWatched(row));

/** "19 h 4 min", or "at least 19 h 4 min" where it could be more. */
function sumText(data: Pick<AirtimeData, "rows" | "totals">, language: Language): string {
  const time = hoursWords(language, totalSeconds(data));
  return data.totals.seconds > 0 && isAtLeast(data.rows) ? airtimeWords[language].atLeast(time) : time;
}

/** "4 min": how far airtime can be off, rounded up to minutes. */
export const uncertaintyText = (language: Language, seconds: number): string =>
  hoursWords(language, wholeMinutes(seconds));

/** Seconds rounded up to minutes, as an uncertainty is shown. */
export const wholeMinutes = (seconds: number): number => Math.ceil(seconds / 60) * 60;

/** The change from the previous period, with the number of compared creators if that is not all. */
function changeOf({ compared, totals, period }: AirtimeData, language: Language): string | null {
  const { creators, beforeSeconds, nowSeconds } = compared;
  const change = onBefore(language, beforeSeconds, nowSeconds, period.word);
  if (change === null || creators === totals.creators) return change;
  return airtimeWords[language].watchedThen(change, grouped(language, creators));
}

/** Creators by airtime, and goals with those behind first. */
export function airtimeTables({ rows, totals, standings, goals }: AirtimeData, { language }: DigestContext) {
  const words = airtimeWords[language];
  const { units } = coreWords[language];
  const displayed = rows.slice(0, MAX_TABLE_ROWS).filter(({ seconds }) => seconds > 0);
  const tables: ReportTable[] = [
    {
      title: words.rows,
      rows: displayed.map(({ name, seconds, validDays, change }) => ({
        label: name,
        value: `${hoursWords(language, seconds)} · ${grouped(language, validDays)}${units.d}`,
        change: changeText(language, change),
        spark: null,
      })),
      more: displayed.length === 0 ? 0 : totals.creators - displayed.length,
    },
    {
      title: words.standing,
      rows: standings.map((row) => goalRow(language, row)),
      more: goals.counting - standings.length,
    },
  ];
  return tables.filter((table) => table.rows.length > 0);
}

/** "+2 h"; null if it is unknown or less than a minute. */
export function changeText(language: Language, change: number | null): ReportRow["change"] {
  if (change === null || Math.abs(change) < 60) return null;
  const text = hoursWords(language, Math.abs(change));
  return change > 0 ? { text: `+${text}`, tone: "up" } : { text: `−${text}`, tone: "down" };
}

const TONES = {
  reached: "up",
  behind: "down",
  out: "down",
  missed: "down",
  unknown: "flat",
  not_started: "flat",
} as const;

/** "38/40 h · 18/20 d", behind. Hours are rounded down, so that a missing minute is not a reached goal. */
function goalRow(language: Language, { name, goal }: GoalRow): ReportRow {
  const words = airtimeWords[language];
  const { units } = coreWords[language];
  const { hours: done, validDays, wanted } = goal!;
  const number = (value: number): string => grouped(language, Math.floor(value));
  const parts = [
    ...(wanted.hours === null ? [] : [`${number(done)}/${number(Math.ceil(wanted.hours))}${units.h}`]),
    ...(wanted.validDays === null ? [] : [`${number(validDays)}/${number(wanted.validDays)}${units.d}`]),
  ];
  const verdict = verdictOf(goal!, goal!.validDayMinutes);
  return {
    label: name,
    value: parts.join(" · "),
    change: verdict === "open" ? null : { text: words[verdict], tone: TONES[verdict] },
    spark: null,
  };
}

/** The airtime of all, with its change. */
export function airtimeFact(data: AirtimeData, { language }: DigestContext): Fact | null {
  const words = airtimeWords[language];
  const { totals, compared, period } = data;
  if (totals.seconds === 0) return null;
  const text = words.inTotal(sumText(data, language));
  const change = changeOf(data, language);
  // An hour per week is added for each creator.
  const enough = (compared.creators * period.ms) / 168 / 1000;
  const strength =
    compared.beforeSeconds === 0 ? 0 : doublings(compared.beforeSeconds, compared.nowSeconds, enough) / 2;
  return {
    text: change === null ? text : words.changed(text, change),
    strength: Math.max(0.25, strength),
    figure: words.airtime,
  };
}
