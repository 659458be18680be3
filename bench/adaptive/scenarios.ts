import type { Fault } from "../../src/core/fault.ts";
import { DAYS, type WeeklyHours } from "../../src/core/weekly-hours.ts";
import type { Run } from "../../test/support/whole-engine.ts";
import { randomOf, WEEK, type History } from "../polling/histories.ts";

const DAY = 1440;
/** How much of a history was before it was watched. */
const PAST = 2 * WEEK;
/** Share of polls that fail in one scenario. */
const FAILING = 0.2;

/** What is known or fails besides the polled streams. */
export interface Scenario {
  what: string;
  more: (histories: History[], seed: number) => Partial<Run>;
}

const TIMED_OUT: Fault = { kind: "unreachable", status: null, detail: "no answer" };

/** The histories after their first two weeks. */
export const watchedPart = (histories: History[]): History[] => histories.map((one) => cut(one, PAST, Infinity));

/** The part of a history between two minutes, which counts from `PAST` on. */
const cut = ({ streamer, sessions }: History, from: number, to: number): History => ({
  streamer,
  sessions: sessions
    .filter(([start, end]) => end > from && start < to)
    .map(([start, end]) => [start - PAST, end - PAST]),
});

const timeOf = (minute: number): string => {
  const inDay = ((minute % DAY) + DAY) % DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};

/**
 * What somebody who knows a creator would type: three hours in which most starts are, on the days that have one in every
 * other week. Shifted by so many hours; none for who has no habit to speak of.
 */
function typed({ sessions }: History, shiftHours: number): WeeklyHours[] {
  const starts = sessions.map(([start]) => start);
  const inDay = starts.map((start) => ((start % DAY) + DAY) % DAY);
  const within = (from: number, minute: number): boolean => (minute - from + DAY) % DAY < 180;
  let best = { from: 0, count: 0 };
  for (let from = 0; from < DAY; from += 30) {
    const count = inDay.filter((minute) => within(from, minute)).length;
    if (count > best.count) best = { from, count };
  }
  const weeks = 8;
  const days = DAYS.filter((_, day) => {
    const on = starts.filter((start, n) => Math.floor(start / DAY) % 7 === day && within(best.from, inDay[n]!));
    return on.length >= weeks / 2;
  });
  if (days.length === 0) return [];
  const from = best.from + shiftHours * 60;
  return [{ days, from: timeOf(from), to: timeOf(from + 180) }];
}

export const SCENARIOS: Scenario[] = [
  { what: "from nothing", more: () => ({}) },
  { what: "two weeks of past starts", more: (histories) => ({ pasts: histories.map((one) => cut(one, 0, PAST)) }) },
  { what: "typed hours", more: (histories) => ({ usualHours: histories.map((one) => typed(one, 0)) }) },
  { what: "wrong hours", more: (histories) => ({ usualHours: histories.map((one) => typed(one, 12)) }) },
  {
    what: "a fifth of the polls fails",
    more(_, seed) {
      const random = randomOf(seed + 1000);
      return { weather: () => (random() < FAILING ? TIMED_OUT : null) };
    },
  },
];
