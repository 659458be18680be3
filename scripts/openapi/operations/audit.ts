import { pageShape } from "../shapes/shapes.ts";
import { auditShape } from "../shapes/system.ts";
import type { Documented } from "../documented.ts";

export const auditOperations: Record<string, Documented> = {
  listAudit: {
    tag: "Audit",
    summary: "Who changed what, newest first",
    description:
      "Every change that came through the API, for as long as events are kept; test messages, polls and probes too, and " +
      "what was refused with 403, 404, 409 or 422; exports with `secrets=encrypted`; who signed in to the pages and out. Sign-ins that " +
      "failed and reads that a token may not make are one entry for each address or token and ten minutes, with a `count`. Beyond 5,000 " +
      "entries a day what changes nothing is counted by the day. `subject` is the id of what was changed or made; `request` is what was " +
      "asked for, without secrets, or in a word what was done; `status` is that of the answer, `address` whence it came.",
    status: 200,
    reply: { description: "A page of changes", schema: () => pageShape(auditShape()) },
  },
};
