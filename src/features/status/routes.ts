import type { HealthDeps } from "../../core/health-snapshot.ts";
import * as z from "zod";
import { soughtId } from "../../resources/fields.ts";
import { VERSION } from "../../core/version.ts";
import { metrics, type MetricsDeps } from "./metrics.ts";
import { health, status, statusAlone, type StatusDeps } from "./status.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { BEYOND, Problem } from "../../http/problem.ts";
import { json, routesOver } from "../../http/route.ts";

const route = routesOver<{ health: HealthDeps; status: StatusDeps; metrics: MetricsDeps }>();

export const systemRoutes = [
  route({
    method: "get",
    path: "/healthz",
    scope: "public",
    operation: "getHealth",
    async handle({ ports }) {
      const healthSnapshot = await health(ports.health);
      return json({ ...healthSnapshot, version: VERSION }, healthSnapshot.status === "down" ? 503 : 200);
    },
  }),
  route({
    method: "get",
    path: "/metrics",
    scope: "read",
    operation: "getMetrics",
    query: () =>
      z.object({
        targets: z
          .enum(["true", "false"], "must be true or false")
          .default("false")
          .describe(
            "`true` adds what is known of each target: live, viewers, places, views, prices. Reads a row of D1 for each " +
              "target; covers the oldest 500, and 20 entries of each. Default: `false`.",
          ),
      }),
    async handle({ ports, query: { targets } }) {
      const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
      return new Response(await metrics(ports.metrics, targets === "true"), { headers });
    },
  }),
  route({
    method: "get",
    path: "/v1/status",
    scope: "read",
    withinLists: true,
    operation: "getStatus",
    query: () => z.object({ watchlistId: soughtId(watchlist.name) }),
    async handle({ ports, actor, query: { watchlistId = null } }) {
      if (actor!.watchlistIds !== null) {
        if (watchlistId === null) throw new Problem(403, BEYOND);
        return json(await statusAlone(ports.status, watchlistId));
      }
      return json(await status(ports.status, watchlistId));
    },
  }),
];
