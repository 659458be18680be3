import * as z from "zod";
import { matchesType } from "../../core/event.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Mention } from "../../core/notice.ts";
import type { Subscription } from "../../core/subscription.ts";
import { eventTypes } from "../../targets/words.ts";
import { subscriptionView } from "../browse/subscription-view.ts";
import { filterForm } from "./filter-form.ts";
import { quietHoursForm } from "./quiet-hours-form.ts";
import { templateForm } from "./template-form.ts";
import { nameText } from "./texts.ts";

const pattern = z.string().superRefine((text, context) => {
  const wellFormed = text === "*" || /^[a-z_]+\.(\*|[a-z_]+)$/.test(text);
  if (wellFormed && eventTypes.some((type) => matchesType(text, type))) return;
  const message = `must be a known event type, a prefix such as live.*, or *; known are: ${eventTypes.join(", ")}`;
  context.addIssue({ code: "custom", message });
});

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
    .array(pattern)
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
