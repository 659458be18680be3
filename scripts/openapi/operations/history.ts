import { CSV_TYPE } from "../../../src/edges/http/csv.ts";
import { broadcastShape, pageShape, sampleShape, sessionShape } from "../shapes/shapes.ts";
import type { Documented } from "../documented.ts";

const tag = "Targets";

export const historyOperations: Record<string, Documented> = {
  listSessions: {
    tag: "Events",
    summary: "List the broadcasts of all live targets",
    description:
      "Those that last come first, then those that ended, the newest before the others; where more than 200 last, these come 200 " +
      "at a time, list by list and by name. `since` and `until` bound `startedAt`, both inclusive. `targetName` is the name of then.",
    status: 200,
    reply: { description: "A page of broadcasts", schema: () => pageShape(sessionShape()), media: CSV_TYPE },
  },
  listTargetSessions: {
    tag,
    summary: "List a live target's broadcasts, newest first",
    description:
      "`endedAt` is null while one lasts, its `durationSeconds` go on until now. `on` in another room further than `graceSeconds` after " +
      "the last one is another broadcast. Other kinds have none: an empty list.",
    status: 200,
    reply: { description: "A page of broadcasts", schema: () => pageShape(broadcastShape()), media: CSV_TYPE },
  },
  listTargetSamples: {
    tag,
    summary: "List a target's time series, newest first",
    description:
      "Each item holds the series that were sampled at `at`; `since` and `until` bound it, both inclusive. A live target " +
      "has the series `airtimeSeconds`, one item a UTC day with airtime, at the day's begin, and `viewers` while on air. As CSV each value is a row.",
    status: 200,
    reply: { description: "A page of samples", schema: () => pageShape(sampleShape()), media: CSV_TYPE },
  },
};
