import * as z from "zod";
import { probe } from "../../../flows/manage/probe.ts";
import { jsonBody } from "../body.ts";
import { forms } from "../forms.ts";
import { granted } from "../problem.ts";
import { pageBody, pageOf, pageQuery } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { operationShape, pageShape, probedShape } from "../shapes.ts";

const tag = "Upstream";

const placeKey = z.tuple([z.int().min(0)]);

export const upstreamRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/upstream/operations",
    scope: "read",
    operation: "listOperations",
    tag,
    summary: "List the operations of the polled service",
    description:
      "All at once, unless `limit` asks for less. Without a `path` an operation cannot be called until UPSTREAM_OPERATIONS " +
      "says how; `source` is who says it.",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "The operations", schema: pageShape(operationShape) },
    async handle({ ports, query }) {
      const all = ports.upstream.operations();
      const { limit, after } = pageOf({ ...query, limit: query.limit ?? all.length }, placeKey);
      const from = after?.[0] ?? 0;
      const next = from + limit < all.length ? [from + limit] : null;
      return json(pageBody({ items: all.slice(from, from + limit), next }, (one) => one));
    },
  }),
  route({
    method: "post",
    path: "/v1/upstream/probe",
    scope: "write",
    operation: "probeOperation",
    tag,
    summary: "Call an operation now and see its answer",
    description:
      "`params` fill the operation's placeholders, such as `userId` and `roomId`. Draws one call from the budget; while " +
      "the upstream refuses us nothing is called and `fault` says why. `body` is the answer as JSON (integers beyond " +
      "2^53 as their digits) or its first 64 KB as text; `decoded` is what a target would read from it. Credentials " +
      "are never shown: the answer may be pasted into a bug report.",
    body: forms.probe,
    status: 200,
    reply: { description: "The request, its answer and what it means", schema: probedShape },
    handle: async ({ ports, request }) => json(granted(await probe(await jsonBody(request), ports.upstream))),
  }),
];
