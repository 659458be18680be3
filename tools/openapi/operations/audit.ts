import { pageShape } from "../schema.ts";
import { auditShape } from "../../../src/features/audit/shape.ts";
import type { Documented } from "../documented.ts";

export const auditOperations: Record<string, Documented> = {
  listAudit: {
    tag: "Audit",
    summary: "List changes, newest first",
    description:
      "Records every change made through the API, for as long as events are stored: also test messages, polls, probes, requests refused with 403, 404, 409 or 422, exports with `secrets=encrypted`, and sign-ins and sign-outs of the dashboard. Failed sign-ins and forbidden reads are combined into one entry per address or token and ten minutes, with a `count`. Beyond 5,000 entries a day, entries that change nothing are counted per day. `subject` is the ID of what was changed or created, `request` the request without secrets or a short summary, `status` the response status and `address` the client address.",
    status: 200,
    reply: { description: "A page of changes", schema: () => pageShape(auditShape()) },
  },
};
