import { polledShape } from "../shapes/kinds.ts";
import type { Documented } from "../documented.ts";

const tag = "Targets";

export const targetsOperations: Record<string, Documented> = {
  pollTarget: {
    tag,
    summary: "Poll a target now",
    description: "Uses the same budget as scheduled polls. Messages about what it finds are sent at once.",
    status: 200,
    reply: { description: "The result, or the fault", schema: polledShape },
    refusals: [415, 429],
  },
};
