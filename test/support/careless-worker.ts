import type { Env } from "../../src/compose-environment.ts";
import { doors, type Doors } from "../../src/doors.ts";

// The Worker with queues that lose a third of the messages, repeat a third, and hand the rest over late and in another order.
let sent = 0;

function careless<T>(queue: Queue<T>): Queue<T> {
  const send = async (body: T, options?: QueueSendOptions): Promise<QueueSendResponse> => {
    sent += 1;
    const delaySeconds = options?.delaySeconds ?? 0;
    if (sent % 3 === 0)
      return {
        metadata: { metrics: { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: new Date() } },
      } as unknown as QueueSendResponse;
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
  queue: (batch, env, context) => inner.queue(batch, carelessEnv(env), context),
  fetch: (request, env, context) => inner.fetch(request, env, context),
} satisfies Doors;
