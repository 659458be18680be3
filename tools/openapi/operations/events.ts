import { CSV_TYPE } from "../../../src/http/csv.ts";
import { eventShape } from "../shapes/events.ts";
import { pageShape } from "../shapes/shapes.ts";
import type { Documented } from "../documented.ts";

const tag = "Events";

const reply = { description: "A page of events", schema: () => pageShape(eventShape()), media: CSV_TYPE };

const AS_TABLE =
  "In CSV, each field of the data is a column named by its path (`data.roomId`); the columns are those of the requested event types. " +
  "Without `limit` the table has all rows. If the plan doesn't allow that, its last line starts with `# More rows follow:` and has the address of the rest. " +
  'The `Link` header with `rel="next"` has the same address; with `limit` only the header has it.';

export const eventsOperations: Record<string, Documented> = {
  listEvents: {
    tag,
    summary: "List events, newest first",
    description: `\`since\` and \`until\` limit \`detectedAt\`, both inclusive. ${AS_TABLE}`,
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
