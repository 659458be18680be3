import * as z from "zod";
import { matchesType } from "../../core/event.ts";
import { eventTypes } from "../../targets/words.ts";

/** An exact event type, a prefix such as `live.*`, or `*`; one that no event has is refused. */
export const eventPattern = z.string().superRefine((text, context) => {
  const wellFormed = text === "*" || /^[a-z_]+\.(\*|[a-z_]+)$/.test(text);
  if (wellFormed && eventTypes.some((type) => matchesType(text, type))) return;
  const message = `must be a known event type, a prefix such as live.*, or *; known are: ${eventTypes.join(", ")}`;
  context.addIssue({ code: "custom", message });
});
