import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { eventTypeNames, eventTypes } from "../../../kinds/events.ts";
import { enabledFlag, eventPattern, idOrNull, idText, nameText } from "../../../resources/fields.ts";
import { WITHIN_BOTH } from "../../../resources/within.ts";
import { resource, type Stored } from "../../../resources/resource.ts";
import { filterForm } from "./filter-form.ts";
import { mentionForm, mentionDisplayed } from "../../../resources/mention.ts";
import { quietHoursForm } from "./quiet-hours-form.ts";
import { subscriptions } from "./table.ts";
import { templateForm } from "./template-form.ts";

const WEEK_SECONDS = 604_800;

/** Lists the types that no prefix matches. */
const ONLY_BY_NAME = `These match only if named exactly: ${eventTypeNames
  .filter((type) => eventTypes[type]!.onlyByName)
  .map((type) => `\`${type}\``)
  .join(", ")}.`;

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
    enabled: enabledFlag("Whether the subscription sends messages."),
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
    group: z.boolean().default(true).describe("Whether all changes of one tick go into one message. Default: true."),
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
    targetId: { to: "targets", onDelete: "refuse" },
    channelId: { to: "channels", onDelete: "refuse" },
  },
  key: ({ name }) => [name],
  quota: { count: 1_000 },
  serialize: { mention: mentionDisplayed },
  words: {
    about: "Rules that send matching events to a channel.",
    create: "Create a subscription",
    creating:
      "Without a watchlist or target, it matches events of all targets. If several subscriptions of one channel match an event, the channel gets one delivery.",
  },
  example: {
    body: { name: "Everyone who goes live", events: ["live.*"], channelId: "ch_…" },
    patch: { name: "Another name" },
  },
  document: { order: "createdAt", displayName: ({ name }) => name },
});
