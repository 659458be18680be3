import * as z from "zod";
import { eventPattern, flagText, soughtId } from "../../resources/fields.ts";
import { lazy } from "../../core/lazy.ts";
import type { Page, SeqKey } from "../../core/page.ts";
import {
  type ImportedPorts,
  type LivePorts,
  type SessionKey,
  sessions,
  sessionView,
  withImportedAfter,
  withLists,
} from "./sessions.ts";
import { target } from "../creators/resource/target.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { listAnswer, tableQuery } from "../../http/csv.ts";
import { broadcastListing, eventListing, sampleListing } from "./listings.ts";
import { bounded, bounds, pageQuery, seqKey } from "../../http/query.ts";
import { recordAt } from "../../http/preconditions.ts";
import { json, routesOver } from "../../http/route.ts";
import { refuseUnknownSeries } from "./known-series.ts";
import { eventTable, sessionTable } from "./tables.ts";
import type { EventPorts } from "./event-store.ts";
import type { HorizonPorts } from "../../core/knowledge.ts";
import type { SamplePorts } from "./samples.ts";
import type { TeamPorts } from "../people/team.ts";
import { publicEvent } from "../../core/event.ts";
import { found } from "../../http/problem.ts";

const eventFilter = () => ({
  type: eventPattern().optional(),
  ...bounds(),
});

const events = { key: seqKey, view: publicEvent };

const route = routesOver<EventPorts & HorizonPorts & LivePorts & ImportedPorts & SamplePorts & TeamPorts>();

const listKey = () => z.tuple([z.string(), z.string(), z.string()]).nullable();
const openKey = () => z.tuple([z.tuple([listKey(), listKey()]), z.tuple([z.int(), z.string()]).nullable()]);
const sessionKey = lazy(() => z.union([seqKey(), openKey()]));

const sampleFilter = () => ({
  ...bounds(),
  series: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "A series by name, or a prefix such as `views:*`." }),
});

export const historyRoutes = [
  route({
    method: "get",
    path: "/v1/events",
    scope: "read",
    withinLists: true,
    operation: "listEvents",
    query: () =>
      bounded({
        ...eventFilter(),
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
    query: () => bounded({ ...eventFilter(), ...pageQuery(), ...tableQuery() }),
    async handle(requested) {
      const { ports, params, query } = requested;
      const { id } = found(await ports.keep.find(target, params["id"]!), target.noun);
      return listAnswer(requested, eventListing(id, query, ports));
    },
  }),
  route({
    method: "get",
    path: "/v1/sessions",
    scope: "read",
    withinLists: true,
    operation: "listSessions",
    query: () =>
      bounded({
        watchlistId: soughtId(watchlist.name),
        ...bounds(),
        overlapping: flagText().optional(),
        ...pageQuery(),
        ...tableQuery(),
      }),
    async handle(requested) {
      const { ports, query } = requested;
      const deps = { ...ports.events, onAirByName: ports.onAirByName, horizon: ports.horizon };
      const known = (ids: string[]) => ports.keep.known(watchlist, ids);
      const { watchlistId, since, until } = query;
      const list = async (page: Page<SessionKey>) =>
        withLists(
          await withImportedAfter(
            page,
            (one) => sessions(query, one, deps),
            (before, max) =>
              ports.importedSessions(
                { since, until, before, ...(watchlistId === undefined ? {} : { watchlistIds: [watchlistId] }) },
                max,
              ),
          ),
          known,
        );
      return listAnswer(requested, { list, key: sessionKey, view: sessionView, table: () => sessionTable("sessions") });
    },
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/sessions",
    scope: "read",
    withinLists: true,
    operation: "listTargetSessions",
    query: () => z.object({ ...pageQuery(), ...tableQuery() }),
    async handle(requested) {
      return listAnswer(requested, broadcastListing(await recordAt(target, requested), requested.ports));
    },
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/samples",
    scope: "read",
    withinLists: true,
    operation: "listTargetSamples",
    query: () => bounded({ ...sampleFilter(), ...pageQuery(), ...tableQuery() }),
    async handle(requested) {
      const { query, ports } = requested;
      const one = await recordAt(target, requested);
      await refuseUnknownSeries(one, query.series, ports);
      return listAnswer(requested, sampleListing(one, query, ports));
    },
  }),
];
