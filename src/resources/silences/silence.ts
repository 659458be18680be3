import * as z from "zod";
import { eventPattern, idOrNull, instantField } from "../fields.ts";
import { WITHIN_BOTH } from "../within.ts";
import { resource, type Stored } from "../resource.ts";
import { silences } from "./table.ts";

const form = () =>
  z.strictObject({
    targetId: idOrNull("The target that it silences; null: any."),
    watchlistId: idOrNull("The watchlist whose targets it silences; null: any."),
    type: eventPattern()
      .nullable()
      .default(null)
      .describe("The event type to silence: exact, a prefix such as `live.*`, or `*`. Null means any."),
    until: instantField.form().describe("When the silence ends: ISO 8601 with a time zone; a bare date is UTC."),
    reason: z
      .string()
      .trim()
      .max(500, "must have at most 500 characters")
      .default("")
      .describe("The reason, up to 500 characters. Default: empty."),
  });

/** Events go on, messages do not: for a target, a watchlist or a type (null: any), until an instant. */
export type Silence = Stored<ReturnType<typeof form>>;

export const silence = resource({
  name: "silences",
  noun: "silence",
  prefix: "sil",
  table: silences,
  form,
  within: WITHIN_BOTH,
  refs: { targetId: { to: "targets", gone: "follow" }, watchlistId: { to: "watchlists", gone: "follow" } },
  key: ({ targetId, watchlistId, type }) => [targetId, watchlistId, type],
  most: { count: 1_000, counting: (now) => `until > ${Math.floor(now)}` },
  wrong: ({ until }, before, now) =>
    before === null && until <= now ? [{ pointer: "/until", message: "must be in the future" }] : [],
  shown: { until: instantField.shown },
  words: {
    about: "What is not told for a while.",
    list: "Those that are over are listed too, until they are deleted.",
    create: "Silence a target, a watchlist or a type for a while",
    creating:
      "Stops messages while events are still recorded; their deliveries are `suppressed`. An event must match everything that the silence names. A silence that names nothing covers everything.",
    changing: "An `until` that has passed ends it.",
  },
  example: {
    body: { type: "live.*", until: "2099-01-01T00:00:00.000Z", reason: "Maintenance" },
    patch: { reason: "Maintenance" },
  },
  document: {
    order: "until",
    called: ({ reason, type }) => reason || (type ?? "*"),
    over: ({ until }, now) => until <= now,
  },
});
