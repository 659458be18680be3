import * as z from "zod";
import { soughtId } from "../../resources/fields.ts";
import { lazy } from "../../core/lazy.ts";
import type { Page } from "../../core/page.ts";
import {
  sessions,
  sessionView,
  withImportedAfter,
  withLists,
  type SessionKey,
  type LivePorts,
  type ImportedPorts,
} from "./sessions.ts";
import { target } from "../creators/resource/target.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { listAnswer, tableQuery } from "../../http/csv.ts";
import { broadcastListing, sampleListing } from "./listings.ts";
import { bounded, bounds, flag, pageQuery, seqKey } from "../../http/query.ts";
import { recordAt } from "../../http/preconditions.ts";
import { routesOver } from "../../http/route.ts";
import { sessionTable } from "./tables.ts";
import type { EventPorts } from "./event-store.ts";
import type { HorizonPorts } from "../../core/knowledge.ts";
import type { SamplePorts } from "./samples.ts";
import type { TeamPorts } from "../people/team.ts";

const route = routesOver<EventPorts & HorizonPorts & LivePorts & ImportedPorts & SamplePorts & TeamPorts>();

const listKey = () => z.tuple([z.string(), z.string(), z.string()]).nullable();
const openKey = () => z.tuple([z.tuple([listKey(), listKey()]), z.tuple([z.int(), z.string()]).nullable()]);
const sessionKey = lazy(() => z.union([seqKey(), openKey()]));

const filter = () => ({
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
    path: "/v1/sessions",
    scope: "read",
    withinLists: true,
    operation: "listSessions",
    query: () =>
      bounded({
        watchlistId: soughtId(watchlist.name),
        ...bounds(),
        overlapping: flag().optional(),
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
    query: () => bounded({ ...filter(), ...pageQuery(), ...tableQuery() }),
    async handle(requested) {
      return listAnswer(requested, sampleListing(await recordAt(target, requested), requested.query, requested.ports));
    },
  }),
];
