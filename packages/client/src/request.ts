import { errorOf } from "./error.ts";
import { isPassing, isRepeatable, retryAfterSeconds, waitMs, type RetryPolicy } from "./retry.ts";

/** What requests are made with. */
export interface Sender extends RetryPolicy {
  baseUrl: URL;
  token: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** For each attempt, ms. */
  timeoutMs: number;
  /** Epoch ms. */
  now: () => number;
}

/** A request as data. */
export interface Requested {
  path?: Record<string, string | number> | undefined;
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  body?: unknown;
  contentType?: string | undefined;
  accept?: string | undefined;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The address of a path with its values and query. Values that are undefined or null are left out. */
function addressOf(base: URL, template: string, { path = {}, query = {} }: Requested): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // A URL resolves dots, encoded or not: the path would be another one.
    if (value === undefined || value === "" || value === "." || value === "..")
      throw new TypeError(`${template} needs path.${name}`);
    return encodeURIComponent(value);
  });
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/$/, "") + filled;
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

function headersOf(token: string, requested: Requested): Record<string, string> {
  const { body, contentType = "application/json", accept = "application/json" } = requested;
  return {
    authorization: `Bearer ${token}`,
    accept,
    ...(body === undefined ? {} : { "content-type": contentType }),
    ...(requested.idempotencyKey === undefined ? {} : { "idempotency-key": requested.idempotencyKey }),
    ...(requested.ifMatch === undefined ? {} : { "if-match": requested.ifMatch }),
    ...(requested.ifNoneMatch === undefined ? {} : { "if-none-match": requested.ifNoneMatch }),
  };
}

/** A body of another type than JSON is sent as it is. */
const textOf = ({ body, contentType }: Requested): string | undefined =>
  typeof body === "string" && contentType !== undefined ? body : JSON.stringify(body);

/**
 * Sends a request until it is answered. One that has the same effect twice is repeated after failures that pass.
 * Answers with a status of 400 and more are thrown as TallylightError; without an answer, what `fetch` threw.
 */
export async function send(sender: Sender, method: string, template: string, requested: Requested): Promise<Response> {
  const url = addressOf(sender.baseUrl, template, requested);
  const headers = headersOf(sender.token, requested);
  const body = textOf(requested);
  const retries = isRepeatable(method, requested.idempotencyKey !== undefined) ? sender.retries : 0;
  for (let attempt = 0; ; attempt++) {
    const timeout = AbortSignal.timeout(sender.timeoutMs);
    const signal = requested.signal === undefined ? timeout : AbortSignal.any([requested.signal, timeout]);
    const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
    const arrived = await tried(() => sender.fetch(url, init), sender);
    if (arrived.answer !== null) return arrived.answer;
    requested.signal?.throwIfAborted();
    const wait = arrived.passes && attempt < retries ? waitMs(attempt, arrived.retryAfter, sender) : null;
    if (wait === null) throw arrived.error;
    await sender.sleep(wait, requested.signal);
  }
}

interface Arrived {
  answer: Response | null;
  error: unknown;
  /** Whether the same request may succeed later. */
  passes: boolean;
  retryAfter: number | null;
}

async function tried(fetch: () => Promise<Response>, sender: Sender): Promise<Arrived> {
  try {
    const response = await fetch();
    if (response.status < 400) return { answer: response, error: null, passes: false, retryAfter: null };
    const retryAfter = retryAfterSeconds(response.headers, sender.now());
    const error = await errorOf(response, retryAfter);
    return { answer: null, error, passes: isPassing(error.status, error.type), retryAfter };
  } catch (error) {
    return { answer: null, error, passes: true, retryAfter: null };
  }
}
