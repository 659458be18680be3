import * as z from "zod";
import type { JsonObject } from "../../core/json.ts";
import { matchesType } from "../../core/event.ts";
import type { Mention } from "../../core/notice.ts";
import type { Subscription } from "../../core/subscription.ts";
import { eventTypes } from "../../targets/words.ts";
import { subscriptionView } from "../browse/subscription-view.ts";
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

/** A field that is known but only takes its default so far. */
const onlyDefault = <T extends z.ZodType>(type: T, isDefault: (value: z.output<T>) => boolean) =>
  type.refine(isDefault, "is not supported yet");

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
  template: onlyDefault(z.record(z.string(), z.unknown()), (value) => Object.keys(value).length === 0).default({}),
  cooldownSeconds: onlyDefault(z.int().min(0), (value) => value === 0).default(0),
  group: z.boolean().default(true),
  onEnd: z.enum(["edit", "post", "ignore"]).default("edit"),
  quietHours: onlyDefault(z.looseObject({}).nullable(), (value) => value === null).default(null),
  filters: onlyDefault(z.array(z.unknown()), (value) => value.length === 0).default([]),
});

/** A subscription as the form that would make it. */
export function formOf(subscription: Subscription): JsonObject {
  const { id: _id, createdAt: _createdAt, ...form } = subscriptionView(subscription);
  return form;
}
