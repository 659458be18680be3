import * as z from "zod";
import { health } from "../../../flows/browse/health.ts";
import { metrics } from "../../../flows/browse/metrics.ts";
import { status } from "../../../flows/browse/status.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { found } from "../problem.ts";
import { json, route, type Route } from "../route.ts";
import { healthShape, statusShape } from "../system-shapes.ts";

export const systemRoutes: Route[] = [
  route({
    method: "get",
    path: "/healthz",
    scope: "public",
    operation: "getHealth",
    tag: "System",
    summary: "Is it well?",
    description:
      "Degraded (still 200) when ticks have been silent for three intervals or the upstream is unwell; down is a 503.",
    status: 200,
    reply: { description: "How the system is", schema: healthShape },
    refusals: [503],
    async handle({ ports }) {
      const pulse = await health(ports.health);
      return json(pulse, pulse.status === "down" ? 503 : 200);
    },
  }),
  route({
    method: "get",
    path: "/metrics",
    scope: "read",
    operation: "getMetrics",
    tag: "System",
    summary: "Counters and gauges for Prometheus",
    description:
      "Text format 0.0.4. Counters are kept with what is written anyway, so a count may wait for the next commit; they " +
      "never fall.",
    status: 200,
    reply: { description: "The metrics", media: "text/plain" },
    async handle({ ports }) {
      const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
      return new Response(await metrics(ports.metrics), { headers });
    },
  }),
  route({
    method: "get",
    path: "/v1/status",
    scope: "read",
    operation: "getStatus",
    tag: "System",
    summary: "How polling and telling are doing",
    description:
      "`counts.events` are all that were ever found; of the deliveries all that are pending count, and the others among the latest 1,000. " +
      "`watchlistId` narrows `liveNow` and the counts: targets, the subscriptions that take its events, up to 100, their channels, and " +
      "its events that are kept, up to 100; deliveries are those of all.",
    query: z.object({ watchlistId: z.string().optional() }),
    status: 200,
    reply: { description: "The status", schema: statusShape },
    refusals: [404],
    async handle({ ports, query: { watchlistId = null } }) {
      if (watchlistId !== null) found(await ports.keep.find(watchlist, watchlistId), watchlist.noun);
      return json(await status(ports.status, watchlistId));
    },
  }),
];
