import { eventPattern, soughtId } from "../../resources/fields.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { publicEvent } from "../../core/event.ts";
import type { Page, SeqKey } from "../../core/page.ts";
import { target } from "../creators/resource/target.ts";
import { listAnswer, tableQuery } from "../../http/csv.ts";
import { eventListing } from "./listings.ts";
import { found } from "../../http/problem.ts";
import { bounded, bounds, pageQuery, seqKey } from "../../http/query.ts";
import { json, routesOver } from "../../http/route.ts";
import { eventTable } from "./tables.ts";
import type { EventPorts } from "./event-store.ts";

const route = routesOver<EventPorts>();

const filter = () => ({
  type: eventPattern().optional(),
  ...bounds(),
});

const events = { key: seqKey, view: publicEvent };

export const eventRoutes = [
  route({
    method: "get",
    path: "/v1/events",
    scope: "read",
    withinLists: true,
    operation: "listEvents",
    query: () =>
      bounded({
        ...filter(),
        targetId: soughtId(target.name),
        watchlistId: soughtId(watchlist.name),
        ...pageQuery(),
        ...tableQuery(),
      }),
    async handle(requested) {
      const { ports, query } = requested;
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
