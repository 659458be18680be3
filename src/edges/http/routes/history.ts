import * as z from "zod";
import type { Page } from "../../../flows/browse/page.ts";
import { sessions, sessionView, type SessionKey } from "../../../flows/browse/sessions.ts";
import { target } from "../../../resources/targets/target.ts";
import { CSV_TYPE, listAnswer, tableQuery } from "../csv.ts";
import { broadcastListing, sampleListing } from "../listings.ts";
import { found } from "../problem.ts";
import { instant, pageQuery, seqKey } from "../query.ts";
import { route, type Asked, type Route } from "../route.ts";
import { broadcastShape, pageShape, sampleShape, sessionShape } from "../shapes.ts";
import { sessionTable } from "../tables.ts";

const tag = "Targets";

const sessionKey = z.union([seqKey, z.tuple([z.int(), z.string()])]);

const bounds = { since: instant.optional(), until: instant.optional() };

const filter = {
  ...bounds,
  series: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "A series by name, or a prefix such as `views:*`." }),
};

const targetOf = async ({ ports, params }: Asked) => found(await ports.keep.find(target, params["id"]!), target.noun);

export const historyRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/sessions",
    scope: "read",
    operation: "listSessions",
    tag: "Events",
    summary: "List the broadcasts of all live targets",
    description:
      "Those that last come first, then those that ended, the newest before the others. `since` and `until` bound " +
      "`startedAt`, both inclusive. `targetName` is the name of then.",
    query: z.object({ watchlistId: z.string().optional(), ...bounds, ...pageQuery, ...tableQuery }),
    status: 200,
    reply: { description: "A page of broadcasts", schema: () => pageShape(sessionShape()), media: CSV_TYPE },
    handle(asked) {
      const { ports, query } = asked;
      const deps = { ...ports.events, onAir: ports.onAir, now: ports.keep.now };
      const list = (page: Page<SessionKey>) => sessions(query, page, deps);
      return listAnswer(asked, { list, key: sessionKey, view: sessionView, table: sessionTable("sessions") });
    },
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/sessions",
    scope: "read",
    operation: "listTargetSessions",
    tag,
    summary: "List a live target's broadcasts, newest first",
    description:
      "`endedAt` is null while one lasts, its `durationSeconds` go on until now. Other kinds have none: an empty list.",
    query: z.object({ ...pageQuery, ...tableQuery }),
    status: 200,
    reply: { description: "A page of broadcasts", schema: () => pageShape(broadcastShape()), media: CSV_TYPE },
    async handle(asked) {
      return listAnswer(asked, broadcastListing(await targetOf(asked), asked.ports));
    },
  }),
  route({
    method: "get",
    path: "/v1/targets/{id}/samples",
    scope: "read",
    operation: "listTargetSamples",
    tag,
    summary: "List a target's time series, newest first",
    description:
      "Each item holds the series that were sampled at `at`; `since` and `until` bound it, both inclusive. A live target " +
      "has the series `airtimeSeconds`, one item a UTC day with airtime, at the day's begin, and `viewers` while on air. As CSV each value is a row.",
    query: z.object({ ...filter, ...pageQuery, ...tableQuery }),
    status: 200,
    reply: { description: "A page of samples", schema: () => pageShape(sampleShape()), media: CSV_TYPE },
    async handle(asked) {
      return listAnswer(asked, sampleListing(await targetOf(asked), asked.query, asked.ports));
    },
  }),
];
