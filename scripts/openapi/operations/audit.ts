import { pageShape } from "../shapes/shapes.ts";
import { auditShape } from "../shapes/system.ts";
import type { Documented } from "../documented.ts";

export const auditOperations: Record<string, Documented> = {
  listAudit: {
    tag: "Audit",
    summary: "Who changed what, newest first",
    description:
      "Every change that came through the API, for as long as events are kept; test messages, polls and probes too, and " +
      "what was refused with 403, 404, 409 or 422; who signed in to the pages and out. Sign-ins that failed are one entry for each " +
      "address and ten minutes, with a `count`. `subject` is the id of what was changed or made; `request` is what was " +
      "asked for, without secrets, or in a word what was done; `status` is that of the answer, `address` whence it came.",
    status: 200,
    reply: { description: "A page of changes", schema: () => pageShape(auditShape()) },
  },
};
