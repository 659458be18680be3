import type { Context } from "hono";
import type { Arrival } from "./inbox.ts";
import type { JsonObject } from "./json.ts";

const displayed = [
  "content-type",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "idempotency-key",
];

/**
 * Returns what every receiver stores of a request: where it arrived, and the headers that may be shown, never
 * credentials.
 */
export function arrival(context: Context, channelKind: string, body: JsonObject, text: string, id: string): Arrival {
  const { pathname, search } = new URL(context.req.url);
  const headers: Record<string, string> = {};
  for (const name of displayed) {
    const value = context.req.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return { id, channelKind, path: pathname + search, method: context.req.method, body, text, headers };
}

/** Returns a generator of message ids: ascending numbers of 19 digits. */
export function messageIds(wallNow: () => number): () => string {
  let count = 0n;
  return () => ((BigInt(wallNow() - Date.UTC(2015, 0, 1)) << 22n) + count++).toString();
}
