import { planShape } from "../shapes/plan.ts";
import type { Documented } from "../documented.ts";

export const planOperations: Record<string, Documented> = {
  getPlan: {
    tag: "System",
    summary: "What would it be like?",
    description:
      "How soon starts are seen, and what polling takes of the service and of Cloudflare, as it is and after a change: " +
      "worked out by the functions that poll, from what the last tick found.",
    status: 200,
    reply: { description: "Now, and after the change", schema: () => planShape() },
  },
};
