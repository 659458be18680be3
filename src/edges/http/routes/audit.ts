import * as z from "zod";
import { auditView } from "../../../flows/queries/audit-view.ts";
import { pageBody, pageOf, pageQuery, seqKey } from "../query.ts";
import { json, route, type Route } from "../route.ts";

export const auditRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/audit",
    scope: "admin",
    operation: "listAudit",
    query: () => z.object(pageQuery()),
    handle: async ({ ports, query }) => json(pageBody(await ports.audit.list(pageOf(query, seqKey)), auditView)),
  }),
];
