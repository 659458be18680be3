import { CSV_TYPE } from "../../../src/edges/http/csv.ts";
import { eventShape, pageShape } from "../shapes/shapes.ts";
import type { Documented } from "../documented.ts";

const tag = "Events";

const reply = { description: "A page of events", schema: () => pageShape(eventShape()), media: CSV_TYPE };

const AS_TABLE =
  "As CSV each field of the data is a column, by its path (`data.roomId`): those that events of the asked types have. " +
  "Without `limit` the table has all rows; if the plan does not allow that, its last line starts with `# More rows follow:` and has the address of the rest. " +
  '`Link` with `rel="next"` has it too, and is all there is with `limit`.';

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
