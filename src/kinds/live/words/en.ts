import { counting } from "../../../core/language.ts";
import { shortNumber } from "../../../core/numbers-as-text.ts";
import type { Phrase } from "../../../core/notice.ts";
import { say, type Saying } from "../../../core/sentence.ts";

/** Wording of live events. */
export const en = {
  someone: "Someone",
  is: { one: (name) => say`${name} is live`, many: () => "are live", heading: () => "Live" } as Saying,
  was: { one: (name) => say`${name} was live`, many: () => "were live", heading: () => "Was live" } as Saying,
  ended: {
    one: (name) => say`${name} is no longer live`,
    many: () => "are no longer live",
    heading: () => "No longer live",
  } as Saying,
  missing: {
    one: (name) => say`${name} didn't go live at the usual time`,
    many: () => "didn't go live at their usual time",
    heading: () => "Not live at the usual time",
  } as Saying,
  expected: (when: Phrase) => say`Expected ${when}`,
  sure: (percent: string) => `${percent} sure`,
  began: (when: Phrase) => say`Started ${when}`,
  seen: (when: Phrase) => say`Already live, seen ${when}`,
  streamed: (duration: string) => `Streamed for ${duration}`,
  streamedAtLeast: (duration: string) => `Streamed for at least ${duration}`,
  endedAfter: (name: Phrase, duration: string) => say`${name} ended after ${duration}`,
  endedAfterAtLeast: (name: Phrase, duration: string) => say`${name} ended after at least ${duration}`,
  endedAt: (when: Phrase) => say`ended ${when}`,
  lastSeen: (when: Phrase) => say`Last seen live ${when}`,
  unwatched: {
    removed: (_when: Phrase) => say`no longer watched`,
    paused: (when: Phrase) => say`checks paused ${when}`,
  },
  viewers: (count: number) => `${shortNumber("en", count)} ${counting("en")(count, "viewer", "viewers")}`,
  peak: (viewers: string) => `peak ${viewers}`,
  retitled: (name: Phrase) => say`${name} changed the title`,
  wasTitled: (title: string) => `Was “${title}”`,
  isNow: (name: Phrase, handle: string) => say`${name} is now @${handle}`,
  renamed: (name: Phrase) => say`${name} has a new handle`,
  wasCalled: (handle: string) => `Was @${handle}`,
  watch: "Watch",
  goal: {
    behind: {
      one: (name) => say`${name} is behind the monthly goal`,
      many: () => "are behind their monthly goal",
      heading: () => "Behind the monthly goal",
    } as Saying,
    reached: {
      one: (name) => say`${name} reached the monthly goal`,
      many: () => "reached their monthly goal",
      heading: () => "Monthly goal reached",
    } as Saying,
    hours: (done: string, wanted: string) => `${done} of ${wanted} hours`,
    validDays: (done: string, wanted: string) => `${done} of ${wanted} valid days`,
    inMonth: (done: string, month: string) => (month === "" ? done : `${done} in ${month}`),
    needs: (length: string, days: number) =>
      `needs ${length} on ${days === 1 ? "1 more day" : `each of ${days} more days`}`,
    tooLate: "can no longer be reached this month",
    watched: (percent: string) => `watched ${percent} of the month so far`,
  },
};

export type LiveWords = typeof en;
