import * as z from "zod";
import { auditView } from "../../../flows/browse/audit-view.ts";
import { pageBody, pageOf, pageQuery, seqKey } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { auditShape } from "../system-shapes.ts";

export const auditRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/audit",
    scope: "admin",
    operation: "listAudit",
    tag: "Audit",
    summary: "Who changed what, newest first",
    description:
      "Every change that came through the API, for as long as events are kept; test messages, polls and probes too, and " +
      "what was refused with 403, 404, 409 or 422. `subject` is the id of what was changed or made; `request` is what was " +
      "asked for, without secrets, or in a word what was done; `status` is that of the answer, `address` whence it came.",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of changes", schema: () => pageShape(auditShape()) },
    handle: async ({ ports, query }) => json(pageBody(await ports.audit.list(pageOf(query, seqKey)), auditView)),
  }),
];
