import * as z from "zod";
import { publicEvent } from "../../../core/event.ts";
import { target } from "../../../resources/targets/target.ts";
import { found } from "../problem.ts";
import { instant, pageBody, pageOf, pageQuery, seqKey } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { eventShape, pageShape } from "../shapes.ts";

const tag = "Events";

const filter = {
  type: z
    .string()
    .regex(/^(\*|[a-z_]+\.(\*|[a-z_]+))$/, "must be an event type, a prefix such as live.*, or *")
    .optional(),
  since: instant.optional(),
  until: instant.optional(),
};

export const eventRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/events",
    scope: "read",
    operation: "listEvents",
    tag,
    summary: "List events, newest first",
    description: "`since` and `until` bound `detectedAt`, both inclusive.",
    query: z.object({ ...filter, targetId: z.string().optional(), watchlistId: z.string().optional(), ...pageQuery }),
    status: 200,
    reply: { description: "A page of events", schema: pageShape(eventShape) },
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.events.list(query, pageOf(query, seqKey)), publicEvent)),
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
    query: z.object({ ...filter, ...pageQuery }),
    status: 200,
    reply: { description: "A page of events", schema: pageShape(eventShape) },
    async handle({ ports, params, query }) {
      const { id } = found(await ports.keep.find(target, params["id"]!), target.noun);
      return json(pageBody(await ports.events.list({ ...query, targetId: id }, pageOf(query, seqKey)), publicEvent));
    },
  }),
];
