import * as z from "zod";
import { publicEvent } from "../../core/event.ts";
import type { Page, SeqKey } from "../../core/page.ts";
import { target } from "../creators/resource/target.ts";
import { listAnswer, tableQuery } from "../../http/csv.ts";
import { eventListing } from "./listings.ts";
import { found } from "../../http/problem.ts";
import { bounded, bounds, knownList, pageQuery, seqKey } from "../../http/query.ts";
import { json, route, type Route } from "../../http/route.ts";
import { eventTable } from "./tables.ts";

const filter = () => ({
  type: z
    .string()
    .regex(/^(\*|[a-z_]+\.(\*|[a-z_]+))$/, "must be an event type, a prefix such as live.*, or *")
    .optional(),
  ...bounds(),
});

const events = { key: seqKey, view: publicEvent };

export const eventRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/events",
    scope: "read",
    withinLists: true,
    operation: "listEvents",
    query: () =>
      bounded({
        ...filter(),
        targetId: z.string().optional(),
        watchlistId: z.string().optional(),
        ...pageQuery(),
        ...tableQuery(),
      }),
    async handle(requested) {
      const { ports, query } = requested;
      await knownList(query.watchlistId, ports);
      const list = (page: Page<SeqKey>) => ports.events.list(query, page);
      return listAnswer(requested, { ...events, list, table: () => eventTable("events", query.type) });
    },
  }),
  route({
    method: "get",
    path: "/v1/events/{id}",
    scope: "read",
    withinLists: true,
    operation: "getEvent",
    handle: async ({ ports, params }) => json(publicEvent(found(await ports.events.find(params["id"]!), "event"))),
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/events",
    scope: "read",
    withinLists: true,
    operation: "listTargetEvents",
    query: () => bounded({ ...filter(), ...pageQuery(), ...tableQuery() }),
    async handle(requested) {
      const { ports, params, query } = requested;
      const { id } = found(await ports.keep.find(target, params["id"]!), target.noun);
      return listAnswer(requested, eventListing(id, query, ports));
    },
  }),
];
