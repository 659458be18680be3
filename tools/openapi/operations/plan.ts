import { planShape } from "../../../src/features/plan/shape.ts";
import type { Documented } from "../documented.ts";

export const planOperations: Record<string, Documented> = {
  getPlan: {
    tag: "System",
    summary: "Plan capacity",
    description:
      "Estimates how soon starts are detected and what polling uses of the data service and of Cloudflare, now and after a change. Computed from the last tick by the same functions that poll.",
    status: 200,
    reply: { description: "Now, and after the change", schema: () => planShape() },
  },
};
