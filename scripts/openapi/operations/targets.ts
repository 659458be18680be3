import { polledShape } from "../shapes/shapes.ts";
import type { Documented } from "../documented.ts";

const tag = "Targets";

export const targetsOperations: Record<string, Documented> = {
  pollTarget: {
    tag,
    summary: "Poll a target now",
    description: "Out of the same budget as the timetable; what is found is told at once.",
    status: 200,
    reply: { description: "What was seen, or the fault", schema: polledShape },
    refusals: [415, 429],
  },
};
