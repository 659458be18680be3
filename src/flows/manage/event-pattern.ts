import * as z from "zod";
import { matchesType } from "../../core/event.ts";
import { eventTypeNames } from "../../targets/events.ts";

/** An exact event type, a prefix such as `live.*`, or `*`; one that no event has is refused. */
export const eventPattern = z.string().superRefine((text, context) => {
  const wellFormed = text === "*" || /^[a-z_]+\.(\*|[a-z_]+)$/.test(text);
  if (wellFormed && eventTypeNames.some((type) => matchesType(text, type))) return;
  const message = `must be a known event type, a prefix such as live.*, or *; known are: ${eventTypeNames.join(", ")}`;
  context.addIssue({ code: "custom", message });
});
