import { OPERATIONS_A_MESSAGE } from "../../core/limits.ts";

/** A send can hang for a minute before it throws. It is abandoned after this time. */
const PATIENCE_MS = 8000;

/** Sends messages to queues for one invocation. */
export interface QueueSender {
  /** Sends messages in as many calls as needed. Returns those that the queue refused. */
  sendAll<T, M extends T>(queue: Queue<T>, messages: M[]): Promise<M[]>;
  /** Sends messages, each with a delay. Returns false if the queue refused them. */
  sendLater<T>(queue: Queue<T>, messages: { body: T; delaySeconds: number }[]): Promise<boolean>;
  /** Sends one message after a delay. Returns false if the queue refused it. */
  send<T>(queue: Queue<T>, message: T, delaySeconds?: number): Promise<boolean>;
  /** Whether any message was refused; null if none was sent. */
  refused: () => boolean | null;
}

/**
 * Creates a sender that treats refusals and long silence alike. After the first one it does not use queues again in
 * this invocation: beyond the free plan's daily operations, the platform blocks all of them.
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

/** A queue accepts 100 messages or 256 KB at once. Some of that is overhead of each message. */
const MAX_MESSAGES = 100;
const MAX_BYTES = 200_000;

/** Divides messages, in order, into parts that a queue accepts at once. */
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
