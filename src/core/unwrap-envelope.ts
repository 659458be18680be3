import { malformed, type Fault } from "./fault.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { err, ok, type Result } from "./result.ts";

/**
 * Checks the envelope of an answer with a 2xx status. In the service's own interface (`enveloped`) it is an object with
 * `code` 0 and an inner `status_code` that is 0 or missing. A configured operation may differ: any object or list is
 * accepted, and a `code` of 200 or without a number is ignored. Null data passes, as kinds interpret it.
 */
export function unwrapped(
  body: Json | undefined,
  enveloped: boolean,
  status: number,
): Result<JsonObject | Json[], Fault> {
  if (Array.isArray(body) && !enveloped) return ok(body);
  if (!isObject(body)) return err({ ...malformed("", "not a JSON object"), status });
  const { code, data } = body;
  if (code === undefined && enveloped) return err({ ...malformed("/code", "no envelope: `code` is missing"), status });
  if (refuses(code, enveloped)) return err(refusedInside("code", code!, status));
  const inner = isObject(data) ? data["status_code"] : undefined;
  if (inner !== undefined && inner !== null && refuses(inner, enveloped))
    return err(refusedInside("status_code", inner, status));
  return ok(body);
}

function refuses(code: Json | undefined, enveloped: boolean): boolean {
  if (enveloped) return code === null || Number(code) !== 0;
  const reported = typeof code === "string" && code.trim() === "" ? NaN : Number(code ?? 0);
  return Number.isFinite(reported) && reported !== 0 && reported !== 200;
}

/** A failure reported inside a 200. It counts as temporary, since the meaning of the codes is not documented. */
function refusedInside(field: string, value: Json, status: number): Fault {
  const reported = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const code = /^-?\d{1,12}$/.test(reported) ? reported : "no number";
  return { kind: "unreachable", status, detail: `the service answered ${field} ${code}` };
}
