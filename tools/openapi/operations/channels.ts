import { replayedShape } from "../../../src/features/messages/shape.ts";
import { testedShape } from "../../../src/features/channels/shape.ts";
import type { Documented } from "../documented.ts";

const tag = "Channels";

export const channelsOperations: Record<string, Documented> = {
  testChannel: {
    tag,
    summary: "Send a test message",
    description:
      "Sends a message at once, without mentions and without creating a delivery. If it doesn't arrive, the answer is a 200 with `ok: false`.",
    status: 200,
    reply: { description: "The result", schema: testedShape },
    refusals: [415],
  },
  replayDead: {
    tag,
    summary: "Replay all undelivered messages",
    description:
      "Creates a new delivery for each one that is dead, or that was suppressed because the channel was disabled, and that was not " +
      "replayed yet: oldest first, up to 1,000 per request. `more` says " +
      "whether some are left. Answers 409 while the channel is disabled.",
    status: 200,
    reply: { description: "The new deliveries, each with the one it repeats", schema: replayedShape },
    refusals: [409, 415],
  },
};
