import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { claimForm } from "../../../src/features/claims/routes.ts";
import { at, text } from "../../../src/resources/shape-fields.ts";
import { CSV_TYPE } from "../../../src/http/csv.ts";
import { eventShape } from "../shapes/events.ts";
import { pageShape } from "../schema.ts";
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
  claimEvent: {
    tag,
    summary: "Say who takes care of an event",
    description:
      "Messages of bots about it show the name, on Discord and Slack with their keys set. Somebody else's claim is 409, unless `takeOver` is true.",
    body: () => ({ schema: claimForm(), example: { name: "Lena" } }),
    status: 201,
    reply: {
      description: "The claim",
      schema: lazy(() =>
        z
          .strictObject({
            eventId: text("The event's ID."),
            name: text("Who takes care of it."),
            at: at("Since when."),
          })
          .meta({ id: "Claim" }),
      ),
    },
    refusals: [409],
  },
  releaseEvent: {
    tag,
    summary: "Say that nobody takes care of an event any more",
    status: 204,
    reply: { description: "Released" },
  },
  listTargetEvents: {
    tag: "Targets",
    summary: "List a target's events, newest first",
    description: AS_TABLE,
    status: 200,
    reply,
  },
};
