import { replayedShape, testedShape } from "../shapes/telling.ts";
import type { Documented } from "../documented.ts";

const tag = "Channels";

export const channelsOperations: Record<string, Documented> = {
  testChannel: {
    tag,
    summary: "Send a test message",
    description: "Sends now, pings nobody and is no delivery. What did not arrive is a 200 with `ok: false`.",
    status: 200,
    reply: { description: "What came of it", schema: testedShape },
    refusals: [415],
  },
  replayDead: {
    tag,
    summary: "Send all again that did not arrive",
    description:
      "Makes a new delivery of each one that is dead, or was suppressed because the channel was disabled, and that was not " +
      "replayed yet, oldest first, up to 1,000 a call; `more` says " +
      "whether some are left. 409 while the channel is disabled.",
    status: 200,
    reply: { description: "The new deliveries, each with the one it repeats", schema: replayedShape },
    refusals: [409, 415],
  },
};
