import * as z from "zod";
import { eventPattern, idOrNull, instantField, WITHIN_BOTH } from "../../../resources/fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { silences } from "./table.ts";

const form = () =>
  z.strictObject({
    targetId: idOrNull("The target to silence; null means any."),
    watchlistId: idOrNull("The watchlist whose targets to silence; null means any."),
    type: eventPattern()
      .nullable()
      .default(null)
      .describe("The event type to silence: exact, a prefix such as `live.*`, or `*`. Null means any."),
    until: instantField.form().describe("When the silence ends: ISO 8601 with a time zone; a bare date is UTC."),
    untilEnd: z
      .boolean()
      .default(false)
      .describe("Reports the next start of the target again, even before `until`. Default: false."),
    reason: z
      .string()
      .trim()
      .max(500, "must have at most 500 characters")
      .default("")
      .describe("The reason, up to 500 characters. Default: empty."),
  });

/** Stops messages, but not events, until an instant: about a target, a watchlist or an event type (null: any). */
export type Silence = Stored<ReturnType<typeof form>>;

export const silence = resource({
  name: "silences",
  noun: "silence",
  prefix: "sil",
  table: silences,
  form,
  within: WITHIN_BOTH,
  refs: { targetId: { to: "targets", onDelete: "follow" }, watchlistId: { to: "watchlists", onDelete: "follow" } },
  key: ({ targetId, watchlistId, type }) => [targetId, watchlistId, type],
  quota: { count: 1_000, counting: (now) => `until > ${Math.floor(now)}` },
  validate: ({ until }, before, now) =>
    before === null && until <= now ? [{ pointer: "/until", message: "must be in the future" }] : [],
  serialize: { until: instantField.shown },
  words: {
    about: "Periods in which matching events are recorded but not sent.",
    list: "Includes expired silences until they are deleted.",
    create: "Create a silence",
    creating:
      "Stops messages while events are still recorded; their deliveries are `suppressed`. An event must match everything that the silence names. A silence that names nothing covers everything.",
    changing: "Set `until` to a past time to end it now.",
  },
  example: {
    body: { type: "live.*", until: "2099-01-01T00:00:00.000Z", reason: "Maintenance" },
    patch: { reason: "Maintenance" },
  },
  document: {
    order: "until",
    displayName: ({ reason, type }) => reason || (type ?? "*"),
    isExpired: ({ until }, now) => until <= now,
  },
});
