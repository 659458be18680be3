import * as z from "zod";
import { healthShape, statusShape } from "../../../src/features/status/shape.ts";
import type { Documented } from "../documented.ts";

export const systemOperations: Record<string, Documented> = {
  getHealth: {
    tag: "System",
    summary: "Check health",
    description:
      "`degraded` (still 200) means that no tick has run for three intervals or the data service has a problem. `down` answers 503.",
    status: 200,
    reply: { description: "The health of the system", schema: healthShape },
    refusals: [503],
  },
  getMetrics: {
    tag: "System",
    summary: "Get metrics for Prometheus",
    description:
      "Text format 0.0.4. Counters are stored with other writes, so a count may appear only with the next commit. Counters never decrease. " +
      "With `targets=true`, values that are unknown are missing, and `tallylight_targets_without_metrics` counts the targets left out.",
    status: 200,
    reply: { description: "The metrics", media: "text/plain" },
  },
  getStatus: {
    tag: "System",
    summary: "Get the status of polling and deliveries",
    description:
      "`counts.events` counts all events ever detected; `counts.deliveries` counts pending ones (up to 100) and those stored that did not arrive; `GET /metrics` counts what was sent. `watchlistId` limits `liveNow` and the counts of targets, matching subscriptions (up to 100), their channels and stored events (up to 100); deliveries are not limited. A token that is limited to watchlists gets the status of one of them, without what others contribute to.",
    status: 200,
    reply: { description: "The status", schema: statusShape },
    refusals: [404],
  },
};

const declared = { tag: "System", status: 200 } as const;

export const docsOperations: Record<string, Documented> = {
  getOpenApi: {
    ...declared,
    summary: "Get this document",
    reply: {
      description: "OpenAPI 3.1",
      schema: () =>
        z
          .looseObject({ openapi: z.string().describe("The OpenAPI version of the document.") })
          .meta({ id: "OpenApiDocument" }),
    },
  },
  getDocs: {
    ...declared,
    summary: "Read and try the API in a browser",
    reply: { description: "The page", media: "text/html" },
  },
  getProblemType: {
    ...declared,
    summary: "Explain a problem type",
    status: 302,
    reply: { description: "Redirects to its explanation" },
    refusals: [404],
  },
};
