import { health } from "../../../flows/browse/health.ts";
import { status } from "../../../flows/browse/status.ts";
import { json, route, type Route } from "../route.ts";
import { healthShape, statusShape } from "../shapes.ts";

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
    path: "/v1/status",
    scope: "read",
    operation: "getStatus",
    tag: "System",
    summary: "How polling and telling are doing",
    description:
      "`counts.events` are all that were ever found; of the deliveries all that are pending count, and the others among the latest 1,000.",
    status: 200,
    reply: { description: "The status", schema: statusShape },
    handle: async ({ ports }) => json(await status(ports.status)),
  }),
];
