import type { Seam } from "../../src/invocation.ts";
import { doors, type Doors } from "../../src/handlers.ts";

// The Worker with a halt before and after each step of its flows. The control server lets it continue, or kills the
// process.
const handlers = new Map<string, Doors>();

function halting(control: string): Doors {
  const seam: Seam = (name, step) => {
    const halted = async (...args: Parameters<typeof step>): Promise<unknown> => {
      await fetch(`${control}/before-${name}`);
      const result = await step(...args);
      await fetch(`${control}/after-${name}`);
      return result;
    };
    return halted as typeof step;
  };
  if (!handlers.has(control)) handlers.set(control, doors(seam));
  return handlers.get(control)!;
}

const controlOf = (env: Record<string, unknown>): string => String(env["CONTROL_URL"]);

export default {
  scheduled: (controller, env, context) => halting(controlOf(env)).scheduled(controller, env, context),
  queue: (batch, env, context) => halting(controlOf(env)).queue(batch, env, context),
  fetch: (request, env, context) => halting(controlOf(env)).fetch(request, env, context),
} satisfies Doors;
