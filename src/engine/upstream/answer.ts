import { unwrapped } from "../../core/unwrap-envelope.ts";
import { malformed, type Fault, type FaultKind } from "../../core/fault.ts";
import { parseLossless, type Json, type JsonObject } from "../../core/json.ts";
import { err, type Result } from "../../core/result.ts";

/** Maps an HTTP status to a fault. Unknown statuses count as temporary. */
function faultOfStatus(status: number, retryAfterSeconds?: number): Fault {
  const detail = `the service answered ${status}`;
  const kind: FaultKind =
    status === 429
      ? "throttled"
      : [400, 401, 402, 403, 428].includes(status)
        ? "refused"
        : status === 404 || status === 410
          ? "gone"
          : "unreachable";
  return { kind, status, detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/**
 * Checks the three layers of success: HTTP 2xx, envelope `code` 0, inner `status_code` 0 or missing. For an operation
 * with a custom definition (not `enveloped`), any JSON that reports no failure.
 */
export function decodeAnswer(
  status: number,
  text: string,
  retryAfterSeconds?: number,
  enveloped = true,
): Result<JsonObject | Json[], Fault> {
  if (status < 200 || status > 299) return err(faultOfStatus(status, retryAfterSeconds));
  if (text === "") return err({ ...malformed("", "an empty answer"), status });
  return unwrapped(parsed(text), enveloped, status);
}

function parsed(text: string): Json | undefined {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/**
 * Seconds of a Retry-After header, given as a number or an HTTP date, at most one day; undefined if it is missing or
 * malformed.
 */
export function retryAfterOf(header: string | null, wallNow: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - wallNow) / 1000;
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(0, seconds)) : undefined;
}
