import { doors, type Doors } from "../../src/wiring/handlers.ts";

// The Worker, with every queue message logged.
const inner = doors();

export default {
  scheduled: (controller, env, context) => inner.scheduled(controller, env, context),
  queue: (batch, env, context) => {
    for (const { body } of batch.messages) console.log(`message ${batch.queue} ${JSON.stringify(body)}`);
    return inner.queue(batch, env, context);
  },
  fetch: (request, env, context) => inner.fetch(request, env, context),
} satisfies Doors;
