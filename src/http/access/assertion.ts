import { isObject, type JsonObject } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";

/** Whose assertions are accepted: the Access team and its application. */
export interface AccessApp {
  /** Such as "example.cloudflareaccess.com". */
  team: string;
  /** The application's audience tag. */
  audience: string;
}

/** Why an assertion vouches for nobody. */
export type AccessRefusal = "invalid" | "expired" | "other-application" | "no-email" | "unreachable";

/** Finds the key with an ID; null if the team has none, "unreachable" if it doesn't say. */
export type KeyOf = (kid: string) => Promise<CryptoKey | null | "unreachable">;

const LONGEST = 16_384;

/** How far the clocks of Cloudflare and of this machine may differ, seconds. */
const SKEW_SECONDS = 60;

const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Returns the email address, in lower case, that a `Cf-Access-Jwt-Assertion` vouches for at `now` (epoch ms). Only
 * RS256 with a key of the team is accepted, whatever the token says of itself.
 */
export async function emailIn(
  assertion: string,
  { team, audience }: AccessApp,
  keyOf: KeyOf,
  now: number,
): Promise<Result<string, AccessRefusal>> {
  const [, head, body, signature] = (assertion.length <= LONGEST ? JWT.exec(assertion) : null) ?? [];
  const header = objectIn(head);
  const claims = objectIn(body);
  const signed = bytesIn(signature);
  if (header === null || claims === null || signed === null) return err("invalid");
  const kid = header["kid"];
  if (header["alg"] !== "RS256" || typeof kid !== "string" || header["crit"] !== undefined) return err("invalid");
  const key = await keyOf(kid);
  if (key === "unreachable") return err("unreachable");
  if (key === null) return err("invalid");
  const data = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signed, data))) return err("invalid");
  return emailOf(claims, `https://${team}`, audience, now / 1000);
}

function emailOf(claims: JsonObject, issuer: string, audience: string, now: number): Result<string, AccessRefusal> {
  const { iss, aud, exp, nbf, email } = claims;
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (iss !== issuer || !audiences.includes(audience)) return err("other-application");
  if (typeof exp !== "number" || (nbf !== undefined && typeof nbf !== "number")) return err("invalid");
  if (now >= exp || (nbf !== undefined && now < nbf - SKEW_SECONDS)) return err("expired");
  // Service tokens have none.
  if (typeof email !== "string" || !email.includes("@")) return err("no-email");
  return ok(email.trim().toLowerCase());
}

function bytesIn(base64url: string | undefined): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob((base64url ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    return text === "" ? null : Uint8Array.from(text, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function objectIn(base64url: string | undefined): JsonObject | null {
  const bytes = bytesIn(base64url);
  if (bytes === null) return null;
  try {
    const read: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    return isObject(read) ? (read as JsonObject) : null;
  } catch {
    return null;
  }
}
