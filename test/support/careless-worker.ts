import type { Env } from "../../src/wiring/compose-environment.ts";
import { doors, type Doors } from "../../src/wiring/handlers.ts";

/** The path that answers how many messages wait. */
const WAITING = "/waiting-messages";

// The Worker with queues that lose a third of the messages, repeat a third, and deliver the rest late and out of order.
let sent = 0;

/** Messages that a queue accepted and that are not handled yet. Lost ones do not count. */
let waiting = 0;

function careless<T>(queue: Queue<T>): Queue<T> {
  const send = async (body: T, options?: QueueSendOptions): Promise<QueueSendResponse> => {
    sent += 1;
    const delaySeconds = options?.delaySeconds ?? 0;
    if (sent % 3 === 0)
      return {
        metadata: { metrics: { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: new Date() } },
      } as unknown as QueueSendResponse;
    waiting += sent % 3 === 1 ? 2 : 1;
    if (sent % 3 === 1) await queue.send(body, { delaySeconds });
    return queue.send(body, { delaySeconds: delaySeconds + (sent % 2) });
  };
  return {
    send,
    sendBatch: async (messages: Iterable<MessageSendRequest<T>>) => {
      let last: unknown;
      for (const { body } of [...messages].toReversed()) last = await send(body);
      return last;
    },
  } as unknown as Queue<T>;
}

const inner = doors();
const envs = new WeakMap<Env, Env>();

function carelessEnv(env: Env): Env {
  if (!envs.has(env)) envs.set(env, { ...env, POLLS: careless(env.POLLS), DELIVERIES: careless(env.DELIVERIES) });
  return envs.get(env)!;
}

export default {
  scheduled: (controller, env, context) => inner.scheduled(controller, carelessEnv(env), context),
  async queue(batch, env, context) {
    await inner.queue(batch, carelessEnv(env), context);
    waiting -= batch.messages.length;
  },
  fetch: (request, env, context) =>
    new URL(request.url).pathname === WAITING ? Response.json(waiting) : inner.fetch(request, env, context),
} satisfies Doors;
