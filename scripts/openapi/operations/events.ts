import { CSV_TYPE } from "../../../src/edges/http/csv.ts";
import { eventShape, pageShape } from "../shapes/shapes.ts";
import type { Documented } from "../documented.ts";

const tag = "Events";

const reply = { description: "A page of events", schema: () => pageShape(eventShape()), media: CSV_TYPE };

const AS_TABLE =
  "As CSV each field of the data is a column, by its path (`data.roomId`): those that events of the asked types have; a " +
  '`Link` with `rel="next"` goes on where there are more.';

export const eventsOperations: Record<string, Documented> = {
  listEvents: {
    tag,
    summary: "List events, newest first",
    description: `\`since\` and \`until\` bound \`detectedAt\`, both inclusive. ${AS_TABLE}`,
    status: 200,
    reply,
  },
  getEvent: {
    tag,
    summary: "Read an event",
    status: 200,
    reply: { description: "The event", schema: eventShape },
  },
  listTargetEvents: {
    tag: "Targets",
    summary: "List a target's events, newest first",
    description: AS_TABLE,
    status: 200,
    reply,
  },
};
