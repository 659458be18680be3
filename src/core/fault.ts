/**
 * Why the polled service gave no usable answer. A fault is data: it decides when to ask again and is never compared
 * against what was seen before.
 *
 * throttled: 429. refused: the service will not serve this caller or call (400, 401, 402, 403, 428). gone: 404, 410.
 * unreachable: no answer in time, a broken connection, 5xx, any unknown status. malformed: an answer that does not decode.
 */
export type FaultKind = "throttled" | "unreachable" | "refused" | "gone" | "malformed";

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

export const malformed = (path: string, detail: string): Fault => ({ kind: "malformed", status: 200, detail, path });
