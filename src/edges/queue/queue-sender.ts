import { OPERATIONS_A_MESSAGE } from "../../core/limits.ts";

/** A send may hang for a minute before it throws: after this long nobody waits for it. */
const PATIENCE_MS = 8000;

/** Hands messages to the queues for one invocation. */
export interface QueueSender {
  /** As many calls as it takes; answers the messages that the queue did not take. */
  sendAll<T, M extends T>(queue: Queue<T>, messages: M[]): Promise<M[]>;
  /** Messages with a delay each; false where the queue did not take them. */
  sendLater<T>(queue: Queue<T>, messages: { body: T; delaySeconds: number }[]): Promise<boolean>;
  /** One message, after a delay; false where the queue did not take it. */
  send<T>(queue: Queue<T>, message: T, delaySeconds?: number): Promise<boolean>;
  /** Whether any was refused; null where none was sent. */
  refused: () => boolean | null;
}

/**
 * A refusal and a long silence are the same, and once one came no queue is asked again in this invocation: the platform
 * freezes them all together, past the day's operations of the free plan.
 */
export function queueSender(count: (key: string, by: number) => void): QueueSender {
  let refused: boolean | null = null;
  const taken = async (messages: number, sending: () => Promise<unknown>): Promise<boolean> => {
    if (refused === true) return false;
    count("queue|operations", OPERATIONS_A_MESSAGE * messages);
    refused = !(await inTime(sending()));
    return !refused;
  };
  return {
    async sendAll(queue, messages) {
      const parts = partsOf(messages);
      for (const [index, part] of parts.entries())
        if (!(await taken(part.length, () => queue.sendBatch(part.map((body) => ({ body }))))))
          return parts.slice(index).flat();
      return [];
    },
    sendLater: (queue, messages) => taken(messages.length, () => queue.sendBatch(messages)),
    send: (queue, message, delaySeconds = 0) => taken(1, () => queue.send(message, { delaySeconds })),
    refused: () => refused,
  };
}

async function inTime(sending: Promise<unknown>): Promise<boolean> {
  let stop = (): void => undefined;
  const silence = new Promise<false>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    stop = () => clearTimeout(timer);
  });
  const sent = sending.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([sent, silence]);
  } finally {
    stop();
  }
}

/** A queue takes a hundred messages, or 256 KB, at once; some of that is for what surrounds each message. */
const MAX_MESSAGES = 100;
const MAX_BYTES = 200_000;

/** The messages in parts that a queue takes at once, in their order. */
export function partsOf<T>(messages: T[]): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = new TextEncoder().encode(JSON.stringify(message)).length;
    const last = parts.at(-1);
    if (last === undefined || last.length >= MAX_MESSAGES || bytes + size > MAX_BYTES) {
      parts.push([message]);
      bytes = size;
    } else {
      last.push(message);
      bytes += size;
    }
  }
  return parts;
}
