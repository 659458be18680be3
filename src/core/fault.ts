/** The request and response of a delivery's last attempt. Texts are at most 4 KB, without secrets. */
export interface Exchange {
  request: { body: string };
  /** Null without an answer. Header names are lower case. */
  response: { status: number; headers: Record<string, string>; body: string } | null;
}

/**
 * A poll without a usable answer. A fault is data: it decides when to poll again and is never compared with earlier
 * answers.
 *
 * throttled: 429. refused: the service refuses this caller or call (400, 401, 402, 403, 428). gone: 404, 410.
 * unreachable: no answer in time, a broken connection, 5xx, any unknown status. malformed: an answer that does not
 * decode. unreadable: an answer that decodes, but a number of it that is watched or compared can no longer be read; the
 * rest is compared. bug: an error in our own code, at this target alone.
 */
export type FaultKind = "throttled" | "unreachable" | "refused" | "gone" | "malformed" | "unreadable" | "bug";

export interface Fault {
  kind: FaultKind;
  /** HTTP status, or null without an answer. */
  status: number | null;
  /** One plain sentence without credentials or payload text. */
  detail: string;
  /** Seconds that the service asked to wait. */
  retryAfterSeconds?: number;
  /** JSON Pointer to the part that did not decode. */
  path?: string;
}

/** After this many consecutive faults a target counts as failing, which is reported and shown. */
export const FAILING_AFTER = 5;

/** The fault of an optional operation that is not configured. */
export const NOT_CONFIGURED: Fault = { kind: "refused", status: null, detail: "the operation is not configured" };

export const malformed = (path: string, detail: string): Fault => ({ kind: "malformed", status: 200, detail, path });

export const unreadableFault = (path: string, field: string): Fault => ({
  kind: "unreadable",
  status: 200,
  detail: `${field} can no longer be read as a number`,
  path,
});

const NAMED = /^(Type|Range|Reference)Error$/;

/**
 * Turns an unexpected exception into the fault of one target. Only messages of built-in errors are included: others may
 * repeat the payload.
 */
export function bug(thrown: unknown, doing: string): Fault {
  const reported = thrown instanceof Error ? thrown : null;
  const named =
    reported !== null && NAMED.test(reported.name) ? `: ${reported.name}: ${reported.message.slice(0, 150)}` : "";
  return { kind: "bug", status: null, detail: `an error in Tallylight while ${doing}${named}` };
}

/** The longest backoff, unless the interval is longer. */
const FAULT_CAP_SECONDS = 300;

/**
 * Seconds until the next try after `faults` consecutive faults: a minute or the interval, doubling up to five minutes
 * or the interval, whichever is longer. `jitter` (0..1) subtracts up to a tenth.
 */
export function backoffSeconds(faults: number, intervalSeconds: number, jitter: number): number {
  const cap = Math.max(intervalSeconds, FAULT_CAP_SECONDS);
  const grown = Math.min(intervalSeconds, 60) * 2 ** Math.min(faults - 1, 20);
  return Math.min(cap, grown) * (1 - 0.1 * jitter);
}
