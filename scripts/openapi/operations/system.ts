import { healthShape, statusShape } from "../shapes/system.ts";
import type { Documented } from "../documented.ts";

export const systemOperations: Record<string, Documented> = {
  getHealth: {
    tag: "System",
    summary: "Is it well?",
    description:
      "Degraded (still 200) when ticks have been silent for three intervals or the upstream is unwell; down is a 503.",
    status: 200,
    reply: { description: "How the system is", schema: healthShape },
    refusals: [503],
  },
  getMetrics: {
    tag: "System",
    summary: "Counters and gauges for Prometheus",
    description:
      "Text format 0.0.4. Counters are kept with what is written anyway, so a count may wait for the next commit; they " +
      "never fall.",
    status: 200,
    reply: { description: "The metrics", media: "text/plain" },
  },
  getStatus: {
    tag: "System",
    summary: "How polling and telling are doing",
    description:
      "`counts.events` are all that were ever found; of the deliveries all that are pending count, and the others among the latest 1,000. " +
      "`watchlistId` narrows `liveNow` and the counts: targets, the subscriptions that take its events, up to 100, their channels, and " +
      "its events that are kept, up to 100; deliveries are those of all.",
    status: 200,
    reply: { description: "The status", schema: statusShape },
    refusals: [404],
  },
};
