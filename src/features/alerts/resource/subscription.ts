import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { lazy } from "../../../core/lazy.ts";
import { didYouMean, nearest } from "../../../core/nearest.ts";
import { inSingleBraces, knownPlaceholders, placeholdersIn } from "../../../core/template.ts";
import { eventTypeNames, eventTypes } from "../../../kinds/events.ts";
import {
  enabledFlag,
  eventPattern,
  idOrNull,
  idText,
  nameText,
  timezoneText,
  WITHIN_BOTH,
} from "../../../resources/fields.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { mentionDisplayed, mentionForm } from "../../../resources/ref.ts";
import { subscriptions } from "./table.ts";
import { type Filter, FILTER_OPS } from "../../../core/filter.ts";

const FIELD = /^(type|targetId|occurredAt|detectedAt|(target|data)(\.[A-Za-z0-9_-]+)+)$/;

/** The data fields of all event types. Examples have all of them, and need no form. */
const DATA = [...new Set(Object.values(eventTypes).flatMap(({ example }) => Object.keys(example(0))))].sort();

const MAX_VALUES = 100;
const LONGEST_VALUE = 1000;

/** The form of a filter: a field of the event as the API serializes it, compared with a value. */
const filterForm = () =>
  z
    .strictObject({
      field: z
        .string()
        .max(200)
        .regex(FIELD, "must be type, targetId, occurredAt, detectedAt, or a path such as target.name or data.place")
        .describe(`A field of the event as shown by the API. Fields of \`data\`: ${DATA.join(", ")}.`),
      op: z
        .enum(FILTER_OPS)
        .describe("How the field is compared with the value; `in` takes a list, `lt` to `gte` a number."),
      value: z
        .unknown()
        .transform((value) => value as Json)
        .describe("A string, number, boolean or null, or a list of up to 100 of them."),
    })
    .superRefine(({ op, value }, context) => {
      const message = invalidValue(op, value);
      if (message !== null) context.addIssue({ code: "custom", path: ["value"], message });
    });

function invalidValue(op: Filter["op"], value: unknown): string | null {
  if (value === undefined) return "is required";
  if (op === "in") {
    const fits = Array.isArray(value) && value.length >= 1 && value.length <= MAX_VALUES && value.every(isScalar);
    return fits ? null : `must be a list of 1 to ${MAX_VALUES} texts, numbers or booleans`;
  }
  if (op === "lt" || op === "lte" || op === "gt" || op === "gte") {
    return typeof value === "number" ? null : "must be a number";
  }
  if (isScalar(value) || (value === null && op !== "contains")) return null;
  return `must be a text of at most ${LONGEST_VALUE} characters, a number or a boolean`;
}

const isScalar = (value: unknown): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= LONGEST_VALUE);

const WEEK_SECONDS = 604_800;

/** Lists the types that no prefix matches. */
const ONLY_BY_NAME = `These match only if named exactly: ${eventTypeNames
  .filter((type) => eventTypes[type]!.onlyByName)
  .map((type) => `\`${type}\``)
  .join(", ")}.`;

const clock = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, 24 hours");

/** The form of quiet hours. */
const quietHoursForm = () =>
  z
    .strictObject({
      from: clock().describe("Start, HH:MM in `timezone`. If later than `to`, quiet hours span midnight."),
      to: clock().describe("End, HH:MM in `timezone`."),
      timezone: timezoneText().describe("An IANA time zone."),
      action: z.enum(["hold", "drop"]).describe("`hold` messages for one summary at the end, or `drop` them."),
    })
    .refine(({ from, to }) => from !== to, { path: ["to"], message: "must not be the same as the start" });

const LONGEST = 1000;

/** The form of templates by exact event type. Their placeholders must exist for the type. */
export const templateForm = () =>
  z.record(z.string(), z.string()).superRefine((template, context) => {
    for (const [type, text] of Object.entries(template)) {
      const message = invalid(type, text);
      if (message !== null) context.addIssue({ code: "custom", path: [type], message });
    }
  });

function invalid(type: string, text: string): string | null {
  const row = Object.hasOwn(eventTypes, type) ? eventTypes[type] : undefined;
  if (row === undefined)
    return `is not an exact event type${didYouMean(type, eventTypeNames) || ";"} known are: ${eventTypeNames.join(", ")}`;
  const length = Array.from(text).length;
  if (length < 1 || length > LONGEST) return `must have 1 to ${LONGEST} characters`;
  // Fields of objects depend on the configuration, so any name is accepted.
  const several = Object.entries(row.example(0)).filter(([, value]) => isObject(value));
  const parts = several.flatMap(([field, value]) => Object.keys(value as JsonObject).map((name) => `${field}.${name}`));
  const known = knownPlaceholders([...Object.keys(row.fields().shape), ...parts]);
  const list = `known are: ${known.map((name) => `{{${name}}}`).join(", ")}`;
  for (const name of placeholdersIn(text)) {
    if (name === "") return `has braces that are no placeholder; ${list}`;
    if (!known.includes(name) && !several.some(([field]) => name.startsWith(`${field}.`)))
      return `does not know {{${name}}}${meant(nearest(name, known))}; ${list}`;
  }
  for (const name of inSingleBraces(text)) {
    const likely = nearest(name, known);
    if (likely !== null) return `has {${name}} in single braces${meant(likely)}`;
  }
  return null;
}

const meant = (name: string | null): string => (name === null ? "" : `: did you mean {{${name}}}?`);

/** The form of a subscription. */
export const subscriptionForm = lazy(() =>
  z.strictObject({
    name: nameText(200),
    watchlistId: idOrNull("Limits the subscription to targets of this watchlist; null means all."),
    targetId: idOrNull("Limits the subscription to this target; null means all."),
    events: z
      .array(eventPattern())
      .min(1, "must name at least one event type")
      .max(50)
      .overwrite((all) => [...new Set(all)])
      .describe(`The event types: exact, prefixes such as \`live.*\`, or \`*\`; 1 to 50. ${ONLY_BY_NAME}`),
    channelId: idText("The channel that gets the messages."),
    enabled: enabledFlag("Turn this off to stop its messages."),
    mention: mentionForm()
      .nullable()
      .default(null)
      .describe(
        "Who to mention: `@here`, `@everyone`, `role:ID`, `user:ID` or `subteam:ID`, also in the notation of Discord and Slack (`<@&ID>`). For several, use a list, spaces or commas. Null means no one. The end of a stream never mentions anyone.",
      ),
    template: templateForm().default({}).describe("Custom text by exact event type, with placeholders. Default: none."),
    cooldownSeconds: z
      .int()
      .min(0)
      .max(WEEK_SECONDS)
      .default(0)
      .describe(
        "Minimum time between two messages about the same event type of the same target, in seconds: 0 (no limit, the default) to a week.",
      ),
    group: z
      .boolean()
      .default(true)
      .describe("Sends all changes found at the same time as one message. Default: true."),
    onEnd: z
      .enum(["edit", "post", "delete", "ignore"])
      .default("edit")
      .describe(
        "What the end of a stream does: `edit` the message about its start (the default), `post` a new one, `delete` the message about its start, or `ignore` it. Channels that can't edit or delete messages get a new one.",
      ),
    factsMissing: z
      .enum(["tell", "skip"])
      .default("tell")
      .describe(
        "What to do with a start if a filter on `data.info` can't be checked because the facts did not arrive within ten minutes: `tell` sends it (the default), `skip` doesn't.",
      ),
    quietHours: quietHoursForm()
      .nullable()
      .default(null)
      .describe("When messages are held or dropped; null means never."),
    filters: z
      .array(filterForm())
      .max(20, "must have at most 20 filters")
      .default([])
      .describe(
        "Conditions that an event must all meet, up to 20. A sent start gets its end whatever these say by then. Default: none.",
      ),
  }),
);

/** Rules that send matching events to a channel. */
export type Subscription = Stored<ReturnType<typeof subscriptionForm>>;

export const subscription = resource({
  name: "subscriptions",
  noun: "subscription",
  prefix: "sub",
  table: subscriptions,
  form: subscriptionForm,
  within: WITHIN_BOTH,
  refs: {
    watchlistId: { to: "watchlists", onDelete: "refuse" },
    targetId: {
      to: "targets",
      onDelete: "refuse",
      same: {
        field: "watchlistId",
        message: "is in another watchlist, so no event can match: leave out watchlistId, or name a target of it",
      },
    },
    channelId: { to: "channels", onDelete: "refuse" },
  },
  key: ({ name }) => [name],
  quota: { count: 1_000 },
  serialize: { mention: mentionDisplayed },
  words: {
    about: "Rules that send matching events to a channel.",
    create: "Create a subscription",
    creating:
      "Without a watchlist or target, it matches events of all targets. A target must be in the watchlist, if both are named. If several subscriptions of one channel match an event, the channel gets one delivery.",
  },
  example: {
    body: { name: "Everyone who goes live", events: ["live.*"], channelId: "ch_…" },
    patch: { name: "Another name" },
  },
  document: { order: "createdAt", displayName: ({ name }) => name },
});
