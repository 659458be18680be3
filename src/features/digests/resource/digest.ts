import { grouped } from "../../../core/numbers-as-text.ts";
import * as z from "zod";
import { before, durationError } from "../../../core/calendar.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { isNamedPeriod, NAMED_PERIODS } from "../../../core/calendar-period.ts";
import { instantOf, isoOrNull } from "../../../core/instant.ts";
import { err, ok } from "../../../core/result.ts";
import { nextTime, patternError, timesADay } from "../../../core/schedule.ts";
import { measuredSections, sections } from "../../../sections/registry.ts";
import {
  enabledFlag,
  idOrNull,
  idText,
  languageOrNull,
  nameText,
  timezoneText,
  WITHIN_LIST,
} from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { digests } from "./table.ts";

/** A text without an error according to a rule. */
const textBy = (invalid: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .max(200)
    .superRefine((text, context) => {
      const message = invalid(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    });

/** The error of a digest's period; null if it is valid. */
const periodError = (text: string): string | null =>
  isNamedPeriod(text) || durationError(text) === null
    ? null
    : `${durationError(text)}, or one of: ${NAMED_PERIODS.join(", ")}`;

/** The form of a digest's period. */
export const periodText = () => textBy(periodError);

const sectionNames = Object.keys(sections);
const usualNames = Object.entries(measuredSections)
  .filter(([, { optional }]) => optional !== true)
  .map(([name]) => name);

const fields = () =>
  z.strictObject({
    name: nameText(200),
    channelId: idText("The channel that gets the digest."),
    watchlistId: idOrNull("The watchlist that it covers; null means all."),
    perWatchlist: z
      .boolean()
      .default(false)
      .describe(
        "Sends a message for each watchlist with targets for `sections`, in its own time zone if it has one. Requires `watchlistId` null. " +
          "Default: false.",
      ),
    schedule: textBy(patternError).describe(
      "A cron pattern of five fields, in `timezone`. If it names days of the month and of the week, it is due on either. " +
        "As the last field, `+1` needs both, `1#1` is the first Monday, `5L` the last Friday; `L` is the last day of the month.",
    ),
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
      .default(usualNames)
      .describe(
        `The sections, in this order. Default: ${usualNames.map((name) => `\`${name}\``).join(", ")}. \`airtime\` is the airtime report of the period.`,
      ),
    enabled: enabledFlag("Turn this off to stop sending it."),
    language: languageOrNull("its channel's"),
  });

/** The most times a day that a digest is sent for each watchlist. */
const MAX_PER_LIST_A_DAY = 4;

const form = () =>
  fields().superRefine(({ watchlistId, perWatchlist, schedule }, context) => {
    if (!perWatchlist) return;
    const invalid = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (watchlistId !== null) invalid("perWatchlist", "must be false where watchlistId is there");
    if (patternError(schedule) === null && timesADay(schedule) > MAX_PER_LIST_A_DAY)
      invalid("schedule", `is too frequent: with perWatchlist at most ${MAX_PER_LIST_A_DAY} times a day`);
  });

/** The sections about creators read months, which stay when events are deleted. */
const READ_MONTHS = new Set(["lives", "airtime"]);

type Timed = Pick<z.output<ReturnType<typeof form>>, "period" | "timezone" | "sections">;

/** The error of a period whose beginning is deleted before the digest is written; null for none. */
function tooLongToKnow(
  { period, timezone, sections: names }: Timed,
  retentionDays: number,
  now: number,
): string | null {
  const lost = names.filter((name) => !READ_MONTHS.has(name));
  if (period === null || lost.length === 0) return null;
  const days = isNamedPeriod(period) ? LONGEST_DAYS[period] : (now - before(now, period, timezone)) / DAY_MS;
  if (days <= retentionDays) return null;
  return `is too long for ${lost.join(", ")}: events and samples are deleted after ${retentionDays} days (RETENTION_DAYS). Only ${[...READ_MONTHS].join(" and ")} know more.`;
}

/** The most days from the begin of a named period to its digest. */
const LONGEST_DAYS = { lastMonth: 62, thisMonth: 31, lastWeek: 14, thisWeek: 7 } as const;

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  nextAt: number | null;
};

/** A scheduled summary. */
export type Digest = Stored<ReturnType<typeof form>, Own>;

/** The maximum number of digests per day, such as ten every minute. Each computes the history of its targets. */
const DIGESTS_A_DAY = 14_400;

/** The maximum number of digests that these may send on one day. */
const timesTogether = (all: Digest[]): number =>
  all.reduce((sum, { enabled, schedule }) => sum + (enabled ? timesADay(schedule) : 0), 0);

export const digest = resource<ReturnType<typeof form>, Own>({
  name: "digests",
  noun: "digest",
  prefix: "dig",
  table: digests,
  form,
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", onDelete: "refuse" }, channelId: { to: "channels", onDelete: "refuse" } },
  key: ({ name }) => [name],
  quota: { count: 100 },
  validateAll: (all, before) =>
    timesTogether(all) <= Math.max(DIGESTS_A_DAY, timesTogether(before))
      ? null
      : {
          pointer: "/schedule",
          message: `is too frequent: all digests together may be sent ${grouped("en", DIGESTS_A_DAY)} times a day`,
        },
  // A due time that no tick has seen stays due, unless the schedule changes. Then earlier times are not caught up.
  validated: async ({ form: requested, before: was }, { now, limits }) => {
    const tooLong = tooLongToKnow(requested, limits.retentionDays, now);
    if (tooLong !== null && (was === null || tooLongToKnow(was, limits.retentionDays, now) === null))
      return err({ kind: "invalid", errors: [{ pointer: "/period", message: tooLong }] });
    const { schedule: pattern, timezone, enabled } = requested;
    return was?.schedule === pattern && was.timezone === timezone && was.enabled === enabled
      ? ok({ own: {} })
      : ok({ own: { nextAt: enabled ? nextTime({ pattern, timezone }, now) : null } });
  },
  serialize: {},
  computedFields: {
    nextAt: {
      schema: () => instant().nullable().describe("When it is next sent; null while disabled."),
      of: ({ nextAt }) => isoOrNull(nextAt),
    },
  },
  words: {
    about: "Scheduled summaries of a period, with charts.",
    create: "Create a digest",
    creating:
      "`schedule` is a cron pattern of five fields in `timezone`. A time that daylight saving skips or repeats produces one digest. After an outage, missed times produce one digest in total. `period` is an ISO 8601 duration or a calendar period; without one, a digest covers the time since the previous one.",
    changing: "Times that pass while the digest is disabled are skipped.",
    deleting: "Editions that are already due are still sent.",
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
  document: { order: "name", displayName: ({ name }) => name },
});
