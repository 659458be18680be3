import { malformed, type Fault, type FaultKind } from "../../core/fault.ts";
import { parseLossless, pointed, replaced, unwrapped, type Json, type JsonObject } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";
import { err, ok, type Result } from "../../core/result.ts";

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
 * with a custom definition (not `enveloped`), any JSON that reports no failure. Texts that hold JSON are decoded first.
 */
export function decodeAnswer(
  status: number,
  text: string,
  retryAfterSeconds?: number,
  { enveloped, decode }: Pick<Operation, "enveloped" | "decode"> = { enveloped: true, decode: [] },
): Result<JsonObject | Json[], Fault> {
  if (status < 200 || status > 299) return err(faultOfStatus(status, retryAfterSeconds));
  if (text === "") return err({ ...malformed("", "an empty answer"), status });
  const body = parsed(text);
  const read = body === undefined ? ok(undefined) : withDecoded(body, decode);
  return read.ok ? unwrapped(read.value, enveloped, status) : err({ ...read.error, status });
}

/** A body in which the texts at these pointers are the JSON that they hold. Where no text is, nothing changes. */
export function withDecoded(body: Json, pointers: string[]): Result<Json, Fault> {
  let whole = body;
  for (const pointer of pointers) {
    const found = pointed(whole, pointer);
    if (typeof found !== "string" || found === "") continue;
    const within = parsed(found);
    if (within === undefined) return err(malformed(pointer, "the text is not JSON"));
    whole = replaced(whole, pointer, within);
  }
  return ok(whole);
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
