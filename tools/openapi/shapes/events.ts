import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import type { EventType } from "../../../src/kinds/event-type.ts";
import { eventTypes } from "../../../src/kinds/events.ts";
import { channelTest } from "../../../src/kinds/operator-events.ts";
import { targetKinds } from "../../../src/kinds/registry.ts";
import { typeNameOf, unionBy } from "../schema.ts";
import { displayed } from "./displayed.ts";
import { at, atOrNull, text } from "../../../src/resources/shape-fields.ts";

/** The parameters of each kind of targets, as answers have them. */
export const paramsShapes = lazy(() =>
  Object.fromEntries(
    Object.values(targetKinds).map(({ kind, params }) => [
      kind,
      displayed(params() as z.ZodType).meta({ id: `${typeNameOf(kind)}TargetParams` }),
    ]),
  ),
);

const targetShapes = lazy(() =>
  Object.entries(paramsShapes()).map(([kind, params]) =>
    z
      .strictObject({
        name: text("The target's name at that time."),
        kind: z.literal(kind).describe("The target's kind."),
        params: params.describe("The parameters that identify it at the service."),
      })
      .meta({ id: `${typeNameOf(kind)}EventTarget` }),
  ),
);

const anyTarget = lazy(() => unionBy("kind", targetShapes()).meta({ id: "EventTarget" }));

const NO_TARGET = "Always null: the event is about no target.";

/** The fields of events about targets of a kind, of any kind, or about none. */
function aboutFields(kinds: string[]) {
  if (kinds.length === 0) return { targetId: z.null().describe(NO_TARGET), target: z.null().describe(NO_TARGET) };
  const [one, ...others] = targetShapes().filter(({ shape }) => kinds.includes(shape.kind.value));
  const target = others.length === 0 ? one! : anyTarget();
  return { targetId: text("The ID of the target."), target: target.describe("The target at that time.") };
}

const windowShape = lazy(() =>
  z
    .strictObject({ from: atOrNull("After this time; null if unknown."), to: at("No later than this time.") })
    .meta({ id: "EventWindow" }),
);

const claimShape = lazy(() =>
  z.strictObject({ name: text("Who takes care of it."), at: at("Since when.") }).meta({ id: "EventClaim" }),
);

const detectedAt = "The time of the tick that detected it.";

const shapeOf = (type: string, { fields }: EventType, kinds: string[]) =>
  z
    .strictObject({
      id: text("The event's ID. Detecting the same change twice creates one event."),
      type: z.literal(type).describe("The event type."),
      ...aboutFields(kinds),
      occurredAt: at("When it happened, as far as polling can tell."),
      detectedAt: at(detectedAt),
      window: windowShape().describe(
        "When it happened, as far as polling can tell: between the previous poll and the one that saw it.",
      ),
      data: fields()
        .meta({ id: `${typeNameOf(type)}Data`, description: `The data of \`${type}\`.` })
        .describe("The data of its type."),
      claim: claimShape().optional().describe("Who takes care of it; missing if nobody said so."),
      truncated: z
        .literal(true)
        .optional()
        .describe("Only in webhooks: present if texts and lists were cut to keep the body below 20 kB."),
    })
    .meta({ id: `${typeNameOf(type)}Event` });

/** The shape of each event type. */
export const eventShapes = lazy((): Record<string, z.ZodObject> => ({
  ...Object.fromEntries(Object.entries(eventTypes).map(([type, row]) => [type, shapeOf(type, row, row.kinds)])),
  "channel.test": shapeOf("channel.test", channelTest, []),
}));

/** An event that is stored: one of all types. */
export const eventShape = lazy(() =>
  unionBy(
    "type",
    Object.keys(eventTypes).map((type) => eventShapes()[type]!),
  ).meta({ id: "Event" }),
);

/** The body of a webhook, with the event as `data`. */
export const messageShape = (type: string) =>
  z
    .strictObject({
      type: z.literal(type).describe("The event type."),
      timestamp: at(detectedAt),
      data: eventShapes()[type]!.describe("The event."),
    })
    .meta({ id: `${typeNameOf(type)}Message` });
