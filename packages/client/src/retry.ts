/** How often and how patiently a call is repeated. */
export interface RetryPolicy {
  /** Attempts after the first one. */
  retries: number;
  /** A longer `Retry-After` is not waited for, ms. */
  longestWaitMs: number;
  /** Waits; for tests. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to 1; for tests. */
  random: () => number;
}

const FIRST_MS = 500;
const LONGEST_BACKOFF_MS = 20_000;

/** Statuses after which the same request may succeed. */
const PASSING = new Set([429, 500, 502, 503, 504]);

/** Whether to repeat a request after this answer: one that passes, or the first one with its key still runs. */
export const isPassing = (status: number, type: string): boolean =>
  PASSING.has(status) || type === "/problems/still-running";

/** Whether a request has the same effect when it is carried out twice. */
export const isRepeatable = (method: string, keyed: boolean): boolean =>
  method === "GET" || method === "PUT" || method === "DELETE" || (method === "POST" && keyed);

/** The seconds of a `Retry-After`, which may be a date; null if there is none. */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const reported = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(reported)) return Number(reported);
  const at = Date.parse(reported);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The wait before the next attempt, ms; null if it would be too long. */
export function waitMs(
  attempt: number,
  requested: number | null,
  { longestWaitMs, random }: RetryPolicy,
): number | null {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_MS * 2 ** attempt) * (0.5 + random() / 2);
  const wait = requested === null ? backoff : Math.max(requested * 1000, backoff);
  return wait <= longestWaitMs ? wait : null;
}

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
