import * as z from "zod";
import { iso, dayIn } from "../../core/instant.ts";
import { type ChangeOf, eventType, instant } from "../event-type.ts";
import { missing, over, renamed, retitled, started, unwatched } from "./notices.ts";
import { liveWords } from "./words/words.ts";
import { monthLabel } from "../../core/calendar.ts";
import { spokenHours } from "../../core/duration.ts";
import { type Event, numberIn, targetName, textIn } from "../../core/event.ts";
import { neededFor } from "../../core/goal.ts";
import { isObject, type Json } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import type { Notice } from "../../core/notice.ts";
import { barePercent, decimalText, grouped } from "../../core/numbers-as-text.ts";
import { say, type Saying, spoken, withColon } from "../../core/sentence.ts";
import { profileUrl } from "./handle.ts";

/** Messages mention the coverage if it is below this share. */
const WELL_WATCHED = 0.95;

const numberOf = (value: Json | undefined): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** The progress of a goal and what is left, as texts. */
interface Facts {
  /** "12 of 40 hours, 5 of 20 valid days in March" */
  done: string;
  /** "needs 1 h 52 min on each of 15 more days"; "" if nothing is left. */
  needed: string;
  /** "watched 62% of the time so far"; "" if coverage is high. */
  watched: string;
}

function factsOf(event: Event, language: Language): Facts {
  const words = liveWords[language].goal;
  const { data } = event;
  const [wanted, left] = [data["wanted"], data["left"]].map((one) => (isObject(one) ? one : {}));
  const [hours, days] = [numberOf(wanted!["hours"]), numberOf(wanted!["validDays"])];
  const parts = [
    hours === null
      ? ""
      : words.hours(decimalText(language, numberIn(event, "hours") ?? 0), decimalText(language, hours)),
    days === null ? "" : words.validDays(grouped(language, numberIn(event, "validDays") ?? 0), grouped(language, days)),
  ].filter((part) => part !== "");
  const month = /^(\d{4})-(\d{2})$/.exec(textIn(event, "period") ?? "");
  const named = month === null ? "" : monthLabel(language, dayIn(Number(month[1]), Number(month[2]), 15), "UTC");
  const missing = {
    hours: numberOf(left!["hours"]),
    validDays: numberOf(left!["validDays"]),
    days: numberOf(left!["days"]) ?? 0,
  };
  const needed = neededFor(missing, numberIn(event, "validDayMinutes") ?? 60);
  const coverage = numberIn(event, "coverage");
  return {
    done: words.inMonth(parts.join(", "), named),
    needed:
      needed === null
        ? ""
        : needed.possible
          ? words.needs(spokenHours(language, needed.ms), needed.days)
          : words.tooLate,
    watched:
      coverage === null || coverage >= WELL_WATCHED
        ? ""
        : words.watched(barePercent(language, Math.round(coverage * 100))),
  };
}

function noticeOf(event: Event, language: Language, tone: Notice["tone"], saying: Saying, more: string[]): Notice {
  const name = targetName(event, liveWords[language].someone);
  const url = profileUrl(event.target?.params["handle"]);
  const joined = (parts: string[]) => parts.filter((part) => part !== "").join(" · ");
  const [done, rest, text] = [more[0]!, joined(more.slice(1)), joined(more)];
  const title = spoken(saying.one(name));
  return {
    tone,
    title,
    url,
    subject: name,
    body: [text],
    push: { text: withColon(language, title, done), body: rest === "" ? [] : [rest] },
    fields: [],
    line: say`${saying.one(url === null ? { strong: name } : { link: name, url })} · ${text}`,
    among: { who: name, together: saying.many(), heading: saying.heading(), brief: name },
    links: [],
    footer: null,
  };
}

/** Renders a goal that will not be reached at the current pace. */
function behind(event: Event, language: Language): Notice {
  const { done, needed, watched } = factsOf(event, language);
  return noticeOf(event, language, "down", liveWords[language].goal.behind, [done, needed, watched]);
}

/** Renders a goal that has been reached. */
function reached(event: Event, language: Language): Notice {
  return noticeOf(event, language, "up", liveWords[language].goal.reached, [factsOf(event, language).done]);
}

const session = () => ({
  roomId: z.string().nullable().describe("The stream's last known room ID, digits; null if the service gives none."),
  sessionId: z
    .string()
    .describe("Identifies the stream, short dropouts included. Its start and its end have the same value."),
});

const INFO = {
  title: "Late night talk",
  viewers: 12_400,
  cover: "https://p16.tiktokcdn.com/cover.jpeg",
  avatar: "https://p16.tiktokcdn.com/avatar.jpeg",
  name: "Maria",
  handle: "maria",
};

const info = () =>
  z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullable()
    .describe(
      "What the service says about the stream and the creator: `title`, `viewers`, `cover`, `avatar`, `name`, `handle` and any other " +
        "field that `live.info` and `user.info` read. Unknown fields are left out; null if nothing is known.",
    );

const wanted = (about: string) =>
  z.strictObject({
    hours: z.number().min(0).nullable().describe(`Hours live ${about}; null if hours don't matter.`),
    validDays: z.int().min(0).nullable().describe(`Valid days ${about}; null if days don't matter.`),
  });

const goal = () => ({
  goalId: z.string().describe("The goal."),
  period: z.string().describe("The calendar month, such as `2027-03`."),
  hours: z.number().min(0).describe("Hours observed live in the month so far, rounded down to a hundredth."),
  validDays: z.int().min(0).describe("Days of the month so far with at least `validDayMinutes` minutes live."),
  wanted: wanted("to be reached").describe("The goal's hours and days."),
  left: wanted("that are missing")
    .extend({
      days: z.int().min(0).describe("Days of the month that remain, today included."),
    })
    .describe("What is missing."),
  validDayMinutes: z.int().describe("Minutes live that make a day valid."),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      "The share of the month so far, from 0 to 1, in which it is known whether the creator was live. Other time counts as not live.",
    ),
});

const example = (hours: number, validDays: number, days: number) => () => ({
  goalId: "goal_example",
  period: "2027-03",
  hours,
  validDays,
  wanted: { hours: 40, validDays: 20 },
  left: { hours: Math.max(0, 40 - hours), validDays: Math.max(0, 20 - validDays), days },
  validDayMinutes: 60,
  coverage: 0.98,
});

/** Events of monthly goals. Ticks find them, not polls. */
const goalEvents = {
  "goal.behind": eventType({
    happens: "falls behind a goal",
    about:
      "A creator won't reach a monthly goal at the pace so far: what is missing takes over a ninth more per day than the days before, or the month is too short for it. Evaluated at 9:00 in the goal's time zone once three whole days of the month were watched; at most once a week.",
    fields: goal,
    example: example(12, 5, 18),
    words: behind,
  }),
  "goal.reached": eventType({
    happens: "reaches a goal",
    about: "A creator reaches a monthly goal. Evaluated when a stream ends and at 9:00; once a month.",
    fields: goal,
    example: example(40.25, 20, 4),
    words: reached,
  }),
};

/** Events of live creators. */
export const liveEvents = {
  "live.started": eventType({
    happens: "goes live",
    about: "A creator goes live, confirmed by `confirmOn` polls in a row.",
    fields: () => ({
      ...session(),
      initial: z
        .boolean()
        .describe("True if the creator was already live when watching began; sent only with `announceInitial`."),
      info: info(),
    }),
    example: () => ({ roomId: "7100", sessionId: "ses_example", initial: false, info: INFO }),
    urgent: true,
    words: started,
    unwatched,
  }),
  "live.ended": eventType({
    happens: "ends a stream",
    about:
      "A creator is offline, confirmed by `confirmOff` polls in a row and for `graceSeconds`. Also sent if the creator is live in another " +
      "room more than `graceSeconds` after the last poll that saw this stream; `live.started` of the new stream comes with it.",
    fields: () => ({
      ...session(),
      startedAt: instant().describe("Time of the first poll that saw the stream."),
      startedAfter: instant()
        .nullable()
        .describe("The last poll before that, which did not see it; null if there is none."),
      durationSeconds: z
        .int()
        .min(0)
        .describe(
          "Time from that poll to the first poll that saw the stream ended, without `unknownSeconds`, in seconds.",
        ),
      unknownSeconds: z.int().min(0).describe("Part of the time in between that no poll observed, in seconds."),
      unknown: z
        .array(
          z.strictObject({
            from: instant().describe("The last poll with a result before the gap."),
            to: instant().describe("The next poll with a result, or the end of the stream."),
          }),
        )
        .describe("The unobserved gaps, oldest first."),
      info: info(),
      peakViewers: z
        .int()
        .min(0)
        .nullable()
        .describe("Highest viewer count that the service reported; null if it reported none."),
    }),
    example: (at) => ({
      roomId: "7100",
      sessionId: "ses_example",
      startedAt: iso(at - 5_400_000),
      startedAfter: iso(at - 5_460_000),
      durationSeconds: 5400,
      unknownSeconds: 0,
      unknown: [],
      info: INFO,
      peakViewers: 12_400,
    }),
    ends: "live.started",
    words: (event, language) => over(event, liveWords[language].ended, language),
  }),
  "live.no_show": eventType({
    happens: "misses a usual time",
    about:
      "A creator doesn't go live at a time of the week at which they nearly always do: good polls from 45 minutes before to one hour after, at most 15 minutes apart, saw no start. Sent only to subscriptions that name it.",
    fields: () => ({
      expectedAt: instant().describe("The usual time that passed."),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .describe(
          "Confidence from 0.8 to 1: the share of recent weeks in which the creator went live around then. Older weeks count less.",
        ),
    }),
    example: (at) => ({ expectedAt: iso(at - 3_600_000), confidence: 0.91 }),
    misses: "live.started",
    onlyByName: true,
    words: missing,
  }),
  "live.title_changed": eventType({
    happens: "changes the stream's title",
    about:
      "The title of an ongoing stream changes, as reported by `live.info` every `infoSeconds`. Sent only to subscriptions that name it.",
    fields: () => ({
      before: z.string().describe("The previous title."),
      after: z.string().describe("The new title."),
    }),
    example: () => ({ before: "Getting ready", after: "Late night talk" }),
    onlyByName: true,
    words: retitled,
  }),
  "target.renamed": eventType({
    happens: "changes handle",
    about: "A creator's handle changes, as reported by `user.info` while they are live.",
    fields: () => ({
      before: z.string().describe("The previous handle."),
      after: z.string().describe("The new handle, used in links."),
    }),
    example: () => ({ before: "maria", after: "maria.live" }),
    words: renamed,
  }),
  ...goalEvents,
};

export type LiveChange = ChangeOf<typeof liveEvents>;
