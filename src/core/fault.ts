/**
 * Why the polled service gave no usable answer. A fault is data: it decides when to ask again and is never compared
 * against what was seen before.
 *
 * throttled: 429. refused: the service will not serve this caller or call (400, 401, 402, 403, 428). gone: 404, 410.
 * unreachable: no answer in time, a broken connection, 5xx, any unknown status. malformed: an answer that does not decode.
 * bug: we failed ourselves, at this target alone.
 */
export type FaultKind = "throttled" | "unreachable" | "refused" | "gone" | "malformed" | "bug";

export interface Fault {
  kind: FaultKind;
  /** HTTP status, or null where none arrived. */
  status: number | null;
  /** One plain sentence, free of credentials and of payload text. */
  detail: string;
  /** Seconds the service asked to wait. */
  retryAfterSeconds?: number;
  /** JSON Pointer to what did not decode. */
  path?: string;
}

/** After so many in a row a target counts as one that cannot be read: it is told, and shown. */
export const FAILING_AFTER = 5;

/** An optional operation that nobody configured: what it would say is not to be had. */
export const NOT_CONFIGURED: Fault = { kind: "refused", status: null, detail: "the operation is not configured" };

export const malformed = (path: string, detail: string): Fault => ({ kind: "malformed", status: 200, detail, path });

const NAMED = /^(Type|Range|Reference)Error$/;

/**
 * What was thrown where nothing should be: a mistake of ours that touches one target. It is named as far as it can be
 * without a piece of the payload, which the text of other errors may repeat.
 */
export function bug(thrown: unknown, doing: string): Fault {
  const said = thrown instanceof Error ? thrown : null;
  const named = said !== null && NAMED.test(said.name) ? `: ${said.name}: ${said.message.slice(0, 150)}` : "";
  return { kind: "bug", status: null, detail: `an error in Tallylight while ${doing}${named}` };
}

/** A target with faults waits no longer than this, where its interval is not longer. */
const FAULT_CAP_SECONDS = 300;

/**
 * Seconds until the next try after `faults` failed polls in a row: a minute or the interval, doubling to at most the
 * longer of the interval and five minutes; `jitter` (0..1) takes off up to a tenth.
 */
export function backoffSeconds(faults: number, intervalSeconds: number, jitter: number): number {
  const cap = Math.max(intervalSeconds, FAULT_CAP_SECONDS);
  const grown = Math.min(intervalSeconds, 60) * 2 ** Math.min(faults - 1, 20);
  return Math.min(cap, grown) * (1 - 0.1 * jitter);
}
