import * as z from "zod";
import { ok } from "../../../core/result.ts";
import { idOrNull, numberCell, timezoneOrNull, WITHIN_BOTH } from "../../../resources/fields.ts";
import { resource } from "../../../resources/resource.ts";
import { goals } from "./table.ts";

/** The maximum of a month. */
const MAX_HOURS = 744;
const MAX_DAYS = 31;

const fields = () =>
  z.strictObject({
    targetId: idOrNull("The creator whose goal it is. Set either a creator or a watchlist."),
    watchlistId: idOrNull("The watchlist whose creators each get this goal, except those with their own."),
    hours: z
      .number()
      .positive("must be more than 0")
      .max(MAX_HOURS, `must be at most ${MAX_HOURS}`)
      .nullable()
      .default(null)
      .describe("Hours live in a calendar month; null means hours don't matter. Set hours, valid days or both."),
    validDays: z
      .int()
      .min(1, "must be 1 or more")
      .max(MAX_DAYS, `must be ${MAX_DAYS} or less`)
      .nullable()
      .default(null)
      .describe("Valid days in a calendar month; null means days don't matter."),
    validDayMinutes: z
      .int()
      .min(1, "must be 1 or more")
      .max(1440, "must be 1440 or less")
      .default(60)
      .describe("Minimum minutes live that make a day valid. Default: 60."),
    timezone: timezoneOrNull(
      "The IANA time zone of the month and its days. Null means the creator's, else the watchlist's, else the team's, else UTC.",
    ),
    startsOn: z.iso
      .date("must be a date such as 2027-03-01")
      .nullable()
      .default(null)
      .describe(
        "Nothing is judged before this day. Null means the first of the month in which the goal is made, or of the next month if it is made after the 3rd.",
      ),
  });

/** Exactly one of creator and watchlist, and at least one amount. */
const form = () =>
  fields().superRefine(({ targetId, watchlistId, hours, validDays }, context) => {
    const invalid = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (targetId === null && watchlistId === null) invalid("targetId", "is required where watchlistId is not there");
    if (targetId !== null && watchlistId !== null) invalid("watchlistId", "must be left out where targetId is there");
    if (hours === null && validDays === null) invalid("hours", "is required where validDays is not there");
  });

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
type Own = {
  judgedAt: number;
  judgedTo: string | null;
};

/** "40 h and 20 valid days a month" */
const calledBy = (hours: number | null, validDays: number | null): string =>
  [...(hours === null ? [] : [`${hours} h`]), ...(validDays === null ? [] : [`${validDays} valid days`])].join(
    " and ",
  ) + " a month";

export const goal = resource<ReturnType<typeof form>, Own>({
  name: "goals",
  noun: "goal",
  prefix: "goal",
  table: goals,
  form,
  within: WITHIN_BOTH,
  refs: {
    targetId: {
      to: "targets",
      onDelete: "refuse",
      only: {
        field: "kind",
        values: ["live"],
        noun: "live target",
        example: { kind: "live", name: "Maria", params: { userId: "7012" } },
      },
    },
    watchlistId: { to: "watchlists", onDelete: "refuse" },
  },
  key: ({ targetId, watchlistId }) => [targetId, watchlistId],
  quota: { count: 1_000 },
  columns: {
    goalHours: { field: "hours", read: numberCell, example: "40" },
    goalDays: { field: "validDays", read: numberCell, example: "20" },
  },
  // Mornings are evaluated from the next one on. Reached goals are noticed with the next end of a stream.
  validated: ({ before }, { now }) =>
    Promise.resolve(ok({ own: before === null ? { judgedAt: now, judgedTo: null } : {} })),
  serialize: {},
  words: {
    about:
      "Monthly goals of creators: hours live, valid days or both. `goal.reached` is sent once a month, `goal.behind` at most once a week.",
    create: "Set a monthly goal",
    creating:
      "Set exactly one of `targetId` and `watchlistId`, and at least one of `hours` and `validDays`. The goal covers each calendar month in `timezone`. A watchlist's goal applies to each of its creators separately; a creator's own goal takes precedence.",
    changing: "A goal that was already reached this month isn't reported again.",
  },
  example: {
    body: { targetId: "tgt_…", hours: 40, validDays: 20, timezone: "Europe/Berlin" },
    patch: { hours: 60 },
    own: { judgedAt: 0, judgedTo: null },
  },
  document: { order: "createdAt", displayName: ({ hours, validDays }) => calledBy(hours, validDays) },
});
