import * as z from "zod";
import { health } from "../../../flows/browse/health.ts";
import { metrics } from "../../../flows/browse/metrics.ts";
import { status } from "../../../flows/browse/status.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { found } from "../problem.ts";
import { json, route, type Route } from "../route.ts";

export const systemRoutes: Route[] = [
  route({
    method: "get",
    path: "/healthz",
    scope: "public",
    operation: "getHealth",
    async handle({ ports }) {
      const healthSnapshot = await health(ports.health);
      return json(healthSnapshot, healthSnapshot.status === "down" ? 503 : 200);
    },
  }),
  route({
    method: "get",
    path: "/metrics",
    scope: "read",
    operation: "getMetrics",
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
    query: () => z.object({ watchlistId: z.string().optional() }),
    async handle({ ports, query: { watchlistId = null } }) {
      if (watchlistId !== null) found(await ports.keep.find(watchlist, watchlistId), watchlist.noun);
      return json(await status(ports.status, watchlistId));
    },
  }),
];
