import * as z from "zod";
import { publicEvent } from "../../../core/event.ts";
import type { Page, SeqKey } from "../../../flows/browse/page.ts";
import { target } from "../../../resources/targets/target.ts";
import { CSV_TYPE, listAnswer, tableQuery } from "../csv.ts";
import { eventListing } from "../listings.ts";
import { found } from "../problem.ts";
import { instant, pageQuery, seqKey } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { eventShape, pageShape } from "../shapes.ts";
import { eventTable } from "../tables.ts";

const tag = "Events";

const filter = {
  type: z
    .string()
    .regex(/^(\*|[a-z_]+\.(\*|[a-z_]+))$/, "must be an event type, a prefix such as live.*, or *")
    .optional(),
  since: instant.optional(),
  until: instant.optional(),
};

const reply = { description: "A page of events", schema: () => pageShape(eventShape()), media: CSV_TYPE };

const events = { key: seqKey, view: publicEvent };

const AS_TABLE =
  "As CSV each field of the data is a column, by its path (`data.roomId`): those that events of the asked types have; a " +
  '`Link` with `rel="next"` goes on where there are more.';

export const eventRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/events",
    scope: "read",
    operation: "listEvents",
    tag,
    summary: "List events, newest first",
    description: `\`since\` and \`until\` bound \`detectedAt\`, both inclusive. ${AS_TABLE}`,
    query: z.object({
      ...filter,
      targetId: z.string().optional(),
      watchlistId: z.string().optional(),
      ...pageQuery,
      ...tableQuery,
    }),
    status: 200,
    reply,
    handle: (asked) => {
      const { ports, query } = asked;
      const list = (page: Page<SeqKey>) => ports.events.list(query, page);
      return listAnswer(asked, { ...events, list, table: eventTable("events", query.type) });
    },
  }),
  route({
    method: "get",
    path: "/v1/events/{id}",
    scope: "read",
    operation: "getEvent",
    tag,
    summary: "Read an event",
    status: 200,
    reply: { description: "The event", schema: eventShape },
    handle: async ({ ports, params }) => json(publicEvent(found(await ports.events.find(params["id"]!), "event"))),
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/events",
    scope: "read",
    operation: "listTargetEvents",
    tag: "Targets",
    summary: "List a target's events, newest first",
    description: AS_TABLE,
    query: z.object({ ...filter, ...pageQuery, ...tableQuery }),
    status: 200,
    reply,
    async handle(asked) {
      const { ports, params, query } = asked;
      const { id } = found(await ports.keep.find(target, params["id"]!), target.noun);
      return listAnswer(asked, eventListing(id, query, ports));
    },
  }),
];
