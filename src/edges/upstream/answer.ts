import { malformed, type Fault, type FaultKind } from "../../core/fault.ts";
import { isObject, parseLossless, type Json, type JsonObject } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";

/** HTTP status to fault, by class; what is not known is passing. */
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
 * The three layers of success: HTTP 2xx, envelope `code` 0, inner `status_code` 0 or absent. Null data passes: what it
 * means is the kind's to say.
 */
export function decodeAnswer(status: number, text: string, retryAfterSeconds?: number): Result<JsonObject, Fault> {
  if (status < 200 || status > 299) return err(faultOfStatus(status, retryAfterSeconds));
  const body = parsed(text);
  if (!isObject(body)) return err({ ...malformed("", text === "" ? "an empty answer" : "not a JSON object"), status });
  if (body["code"] === undefined) return err({ ...malformed("/code", "no envelope: `code` is missing"), status });
  if (Number(body["code"]) !== 0 || body["code"] === null) return err(refusedInside("code", body["code"], status));
  const data = body["data"];
  const inner = isObject(data) ? data["status_code"] : undefined;
  if (inner !== undefined && inner !== null && Number(inner) !== 0)
    return err(refusedInside("status_code", inner, status));
  return ok(body);
}

function parsed(text: string): Json | undefined {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/** A failure told inside a 200: passing, since what the codes mean is not documented. */
function refusedInside(field: string, value: Json, status: number): Fault {
  const said = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const code = /^-?\d{1,12}$/.test(said) ? said : "no number";
  return { kind: "unreachable", status, detail: `the service answered ${field} ${code}` };
}

/** Seconds of a Retry-After header, a number or an HTTP date; undefined where there is none. At most a day. */
export function retryAfterOf(header: string | null, wallNow: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - wallNow) / 1000;
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(0, seconds)) : undefined;
}
