import * as z from "zod";
import { ok } from "../../core/result.ts";
import { idOrNull, timezoneOrNull } from "../fields.ts";
import { WITHIN_BOTH } from "../within.ts";
import { resource } from "../resource.ts";
import { goals } from "./table.ts";

/** A month has so many at the most. */
const MAX_HOURS = 744;
const MAX_DAYS = 31;

const fields = () =>
  z.strictObject({
    targetId: idOrNull("The creator whose goal it is. Name either a creator or a watchlist."),
    watchlistId: idOrNull("The watchlist whose creators each have this goal, except those with a goal of their own."),
    hours: z
      .number()
      .positive("must be more than 0")
      .max(MAX_HOURS, `must be at most ${MAX_HOURS}`)
      .nullable()
      .default(null)
      .describe("Hours live in a calendar month; null: hours don't matter. Name hours, valid days or both."),
    validDays: z
      .int()
      .min(1, "must be 1 or more")
      .max(MAX_DAYS, `must be ${MAX_DAYS} or less`)
      .nullable()
      .default(null)
      .describe("Valid days in a calendar month; null: days don't matter."),
    validDayMinutes: z
      .int()
      .min(1, "must be 1 or more")
      .max(1440, "must be 1440 or less")
      .default(60)
      .describe("A day is valid from so many minutes live on. Default: 60."),
    timezone: timezoneOrNull(
      "The IANA time zone of the month and its days. Null means the creator's, else the watchlist's, else UTC.",
    ),
  });

/** One creator or one list, and something to reach. */
const form = () =>
  fields().superRefine(({ targetId, watchlistId, hours, validDays }, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (targetId === null && watchlistId === null) wrong("targetId", "is required where watchlistId is not there");
    if (targetId !== null && watchlistId !== null) wrong("watchlistId", "must be left out where targetId is there");
    if (hours === null && validDays === null) wrong("hours", "is required where validDays is not there");
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
      gone: "refuse",
      only: {
        field: "kind",
        values: ["live"],
        noun: "live target",
        example: { kind: "live", name: "Maria", params: { userId: "7012" } },
      },
    },
    watchlistId: { to: "watchlists", gone: "refuse" },
  },
  key: ({ targetId, watchlistId }) => [targetId, watchlistId],
  most: { count: 1_000 },
  // It is evaluated from the next morning on; a start or an end before that is noticed at once.
  settle: ({ before }, { now }) =>
    Promise.resolve(ok({ own: before === null ? { judgedAt: now, judgedTo: null } : {} })),
  shown: {},
  words: {
    about:
      "Monthly goals of creators: hours live, valid days or both. `goal.reached` is sent once a month, `goal.behind` at most once a week.",
    create: "Set a monthly goal",
    creating:
      "Exactly one of `targetId` and `watchlistId` says whose goal it is, and at least one of `hours` and `validDays` what is to be reached in each calendar month of `timezone`. A goal of a watchlist holds for each of its creators by themselves; a creator's own goal takes precedence.",
    changing: "A goal that was reached this month isn't reported a second time.",
  },
  example: {
    body: { targetId: "tgt_…", hours: 40, validDays: 20, timezone: "Europe/Berlin" },
    patch: { hours: 60 },
    own: { judgedAt: 0, judgedTo: null },
  },
  document: { order: "createdAt", called: ({ hours, validDays }) => calledBy(hours, validDays) },
});
