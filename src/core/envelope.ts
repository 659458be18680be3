import { malformed, type Fault } from "./fault.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { err, ok, type Result } from "./result.ts";

/**
 * What stands around the data of an answer that came with a 2xx. In the service's own interface (`enveloped`) that is an
 * object with `code` 0, and an inner `status_code` 0 or absent. An operation that somebody configured may speak otherwise:
 * there an object or a list will do, and a `code` that is 200 or no number says nothing. Null data passes: what it means
 * is the kind's to say.
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
  const said = typeof code === "string" && code.trim() === "" ? NaN : Number(code ?? 0);
  return Number.isFinite(said) && said !== 0 && said !== 200;
}

/** A failure told inside a 200: passing, since what the codes mean is not documented. */
function refusedInside(field: string, value: Json, status: number): Fault {
  const said = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const code = /^-?\d{1,12}$/.test(said) ? said : "no number";
  return { kind: "unreachable", status, detail: `the service answered ${field} ${code}` };
}
