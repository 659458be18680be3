import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { format } from "node:util";
import type { Front } from "../../host/runtime/front/front.ts";
import { oneByOne } from "../../host/runtime/one-by-one.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { doors } from "../../src/wiring/handlers.ts";
import { deployedFiles } from "./deployed-files.ts";
import { serve } from "./http-server.ts";
import { migratedSqlite } from "./sqlite-d1.ts";

/** The Worker in this process, behind the front of the host. */
export interface InProcess {
  db: D1Database;
  /** Resolves when nothing runs. Messages may wait for their time. */
  idle: () => Promise<void>;
  stop(): Promise<void>;
}

/** Queues that deliver each message by itself, at its time, as the local runtime does. */
function queuesTo(deliver: (queue: string, body: unknown) => Promise<unknown>) {
  const working = new Set<Promise<unknown>>();
  const waiting = new Set<NodeJS.Timeout>();
  const runs = (work: () => Promise<unknown>): void => {
    const one = work().catch(() => undefined);
    working.add(one);
    void one.finally(() => working.delete(one));
  };
  const take = (queue: string, body: unknown, delaySeconds = 0) => {
    const message = structuredClone(body);
    // Never within the call that sends it.
    if (delaySeconds === 0) return runs(() => sleep(0).then(() => deliver(queue, message)));
    const later = setTimeout(() => {
      waiting.delete(later);
      runs(() => deliver(queue, message));
    }, delaySeconds * 1000);
    waiting.add(later);
  };
  return {
    of: (name: string) => ({
      send: async (body: unknown, options: { delaySeconds?: number } = {}) => take(name, body, options.delaySeconds),
      sendBatch: async (all: Iterable<{ body: unknown; delaySeconds?: number }>) => {
        for (const { body, delaySeconds } of all) take(name, body, delaySeconds);
      },
    }),
    idle: async (): Promise<void> => {
      while (working.size > 0) await Promise.all(working);
    },
    stop: () => waiting.forEach(clearTimeout),
  };
}

/** Sends an answer of the Worker. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "set-cookie": answer.headers.getSetCookie(),
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/**
 * Runs the Worker in this process on SQLite in memory: a fiftieth of what a runtime costs to start, and a tenth of each
 * tick. What it prints goes to `log`. Without a database it gets a fresh one.
 */
export async function startInProcess(
  front: Front,
  bindings: Record<string, string>,
  log: (text: string) => void,
  database?: D1Database,
): Promise<InProcess> {
  const db = database ?? (await migratedSqlite());
  const worker = doors();
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;
  const queues = queuesTo(async (queue, body) => {
    const message = { id: "1", timestamp: new Date(), attempts: 1, body, ack: () => undefined, retry: () => undefined };
    await worker.queue({ queue, messages: [message] } as never, env, context);
  });
  const env = {
    DB: db,
    POLLS: queues.of("tallylight-polls"),
    DELIVERIES: queues.of("tallylight-deliveries"),
    ASSETS: deployedFiles,
    REPLAY_TICKS: "true",
    ...bindings,
  } as unknown as Env;
  const own = { log: console.log, error: console.error, warn: console.warn };
  const captured = (...all: unknown[]) => log(format(...all));
  Object.assign(console, { log: captured, error: captured, warn: captured });
  const server = await serve(async (request, _text, response, bytes) => {
    const init = bytes.length === 0 ? {} : { body: new Uint8Array(bytes) };
    const headers = new Headers(request.headers as Record<string, string>);
    const url = `http://${request.headers.host}${request.url}`;
    const answer = await worker.fetch(
      new Request(url, { method: request.method!, headers, ...init }) as never,
      env,
      context,
    );
    await send(answer as unknown as Response, response);
  });
  const tick = oneByOne(async (scheduledTime: number) => {
    const controller = { scheduledTime, cron: "* * * * *", noRetry: () => undefined };
    return Promise.resolve(worker.scheduled(controller as never, env, context)).then(
      () => true,
      (thrown: unknown) => (log(String(thrown)), false),
    );
  });
  front.begin(server.url, { tick, token: bindings["ADMIN_TOKEN"]!, open: true });
  return {
    db,
    idle: queues.idle,
    async stop() {
      queues.stop();
      await Promise.all([front.close(), server.close()]);
      Object.assign(console, own);
    },
  };
}
