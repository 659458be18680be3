import * as z from "zod";
import { auditView } from "../../db/audit-view.ts";
import { pageBody, pageOf, pageQuery, seqKey } from "../../http/query.ts";
import { json, route } from "../../http/route.ts";

export const auditRoutes = [
  route({
    method: "get",
    path: "/v1/audit",
    scope: "admin",
    operation: "listAudit",
    query: () => z.object(pageQuery()),
    handle: async ({ ports, query }) => json(pageBody(await ports.audit.list(pageOf(query, seqKey)), auditView)),
  }),
];
