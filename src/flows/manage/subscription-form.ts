import * as z from "zod";
import type { JsonObject } from "../../core/json.ts";
import type { Mention } from "../../core/notice.ts";
import type { Subscription } from "../../core/subscription.ts";
import { subscriptionView } from "../browse/subscription-view.ts";
import { eventPattern } from "./event-pattern.ts";
import { filterForm } from "./filter-form.ts";
import { quietHoursForm } from "./quiet-hours-form.ts";
import { templateForm } from "./template-form.ts";
import { nameText } from "./texts.ts";

const MENTION = /^(?:@(here|everyone)|(role|user|subteam):([A-Za-z0-9]{1,32}))$/;

const mention = z
  .string()
  .regex(MENTION, "must be @here, @everyone, role:ID, user:ID or subteam:ID")
  .transform((text): Mention => {
    const [, all, kind, id] = MENTION.exec(text) ?? [];
    return (all === undefined ? { kind, id } : { kind: all }) as Mention;
  });

const WEEK_SECONDS = 604_800;

/** What a person says of a subscription. */
export const subscriptionForm = z.strictObject({
  name: nameText(200),
  watchlistId: z.string().nullable().default(null),
  targetId: z.string().nullable().default(null),
  events: z
    .array(eventPattern)
    .min(1, "must name at least one event type")
    .max(50)
    .transform((all) => [...new Set(all)]),
  channelId: z.string(),
  enabled: z.boolean().default(true),
  mention: mention.nullable().default(null),
  template: templateForm.default({}),
  cooldownSeconds: z.int().min(0).max(WEEK_SECONDS).default(0),
  group: z.boolean().default(true),
  onEnd: z.enum(["edit", "post", "ignore"]).default("edit"),
  quietHours: quietHoursForm.nullable().default(null),
  filters: z.array(filterForm).max(20, "must have at most 20 filters").default([]),
});

/** A subscription as the form that would make it. */
export function formOf(subscription: Subscription): JsonObject {
  const { id: _id, createdAt: _createdAt, ...form } = subscriptionView(subscription);
  return form;
}
