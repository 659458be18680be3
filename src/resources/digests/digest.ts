import { grouped } from "../../core/numbers-as-text.ts";
import * as z from "zod";
import { durationError } from "../../core/calendar.ts";
import { isNamedPeriod, NAMED_PERIODS } from "../../core/calendar-period.ts";
import { instantOf } from "../../core/instant-of.ts";
import { isoOrNull } from "../../core/instant.ts";
import { ok } from "../../core/result.ts";
import { nextTime, patternError, timesADay } from "../../core/schedule.ts";
import { sections } from "../../sections/registry.ts";
import { enabledFlag, idOrNull, idText, instant, languageOrNull, nameText, timezoneText } from "../fields.ts";
import { WITHIN_LIST } from "../within.ts";
import { resource, type Stored } from "../resource.ts";
import { digests } from "./table.ts";

/** A text that the rule finds nothing wrong with. */
const textBy = (wrong: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .max(200)
    .superRefine((text, context) => {
      const message = wrong(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    });

/** What is wrong with how far a digest reaches back; null where nothing is. */
const periodError = (text: string): string | null =>
  isNamedPeriod(text) || durationError(text) === null
    ? null
    : `${durationError(text)}, or one of: ${NAMED_PERIODS.join(", ")}`;

/** How far a digest reaches back, as people write it. */
export const periodText = () => textBy(periodError);

const sectionNames = Object.keys(sections);

const form = () =>
  z.strictObject({
    name: nameText(200),
    channelId: idText("The channel that it goes to."),
    watchlistId: idOrNull("The watchlist that it sums up; null: all."),
    schedule: textBy(patternError).describe("A cron pattern of five fields, in `timezone`."),
    timezone: timezoneText().default("UTC").describe("An IANA time zone. Default: UTC."),
    period: periodText()
      .nullable()
      .default(null)
      .describe(
        "The period covered: an ISO 8601 duration such as `P7D`, a calendar period of `timezone` (`lastMonth`, `thisMonth`, " +
          "`lastWeek` or `thisWeek`), or null for the time since the previous digest.",
      ),
    sections: z
      .array(z.enum(sectionNames, `must be one of: ${sectionNames.join(", ")}`))
      .min(1, "must name at least one section")
      .max(20)
      .overwrite((names) => [...new Set(names)])
      .default(sectionNames)
      .describe("The sections, in this order. Default: all."),
    enabled: enabledFlag("Whether it comes."),
    language: languageOrNull("its channel's"),
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  nextAt: number | null;
};

/** A standing order: what is summed up, for whom, and when. */
export type Digest = Stored<ReturnType<typeof form>, Own>;

/** How often all digests together may come on one day, such as ten of each minute: each sums its targets' past up anew. */
const DIGESTS_A_DAY = 14_400;

/** How often these come together on one day, at the most. */
const timesTogether = (all: Digest[]): number =>
  all.reduce((sum, { enabled, schedule }) => sum + (enabled ? timesADay(schedule) : 0), 0);

export const digest = resource<ReturnType<typeof form>, Own>({
  name: "digests",
  noun: "digest",
  prefix: "dig",
  table: digests,
  form,
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", gone: "refuse" }, channelId: { to: "channels", gone: "refuse" } },
  key: ({ name }) => [name],
  most: { count: 100 },
  together: (all, before) =>
    timesTogether(all) <= Math.max(DIGESTS_A_DAY, timesTogether(before))
      ? null
      : {
          pointer: "/schedule",
          message: `is too frequent: all digests together may be sent ${grouped("en", DIGESTS_A_DAY)} times a day`,
        },
  // A time that has come and was not seen yet stays due, unless the times themselves change; none is caught up then.
  settle: async ({ form: { schedule: pattern, timezone, enabled }, before }, { now }) =>
    before?.schedule === pattern && before.timezone === timezone && before.enabled === enabled
      ? ok({ own: {} })
      : ok({ own: { nextAt: enabled ? nextTime({ pattern, timezone }, now) : null } }),
  shown: {},
  shows: {
    nextAt: {
      schema: () => instant().nullable().describe("When it is next sent; null while disabled."),
      of: ({ nextAt }) => isoOrNull(nextAt),
    },
  },
  words: {
    about: "Trends summed up by a schedule, and their pictures.",
    create: "Have trends summed up by a schedule",
    creating:
      "`schedule` is a cron pattern of five fields in `timezone`. A time that daylight saving skips or repeats gives one digest; missed times are caught up once. `period` is an ISO 8601 duration or a calendar period; without one, a digest covers the time since the previous one.",
    changing: "Times that pass while it is disabled are not caught up.",
    deleting: "What is due already is still sent.",
  },
  example: {
    body: {
      name: "Monday's movers",
      channelId: "ch_…",
      schedule: "0 9 * * 1",
      timezone: "Europe/Berlin",
      period: "P7D",
    },
    patch: { sections: ["lives"] },
    own: { nextAt: instantOf("2026-03-09T08:00:00.000Z") },
  },
  document: { order: "name", called: ({ name }) => name },
});
