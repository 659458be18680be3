import { Problem } from "./problem.ts";
import { scopes, type Scope } from "../../resources/tokens/scopes.ts";
import type { Token } from "../../resources/tokens/token.ts";
import { sha256 } from "../sha256.ts";
import { failedTries } from "./failed-tries.ts";

/** Who asks. */
export interface Actor {
  /** Null for the token of the configuration. */
  tokenId: string | null;
  name: string;
  scope: Scope;
}

/** True where both digests are the same, in a time that does not tell how far they agree. */
const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ other[index]!), one.length ^ other.length) === 0;

/** Who a token is, null for one that is not ours. */
export type Identify = (token: string) => Promise<Actor | null>;

export interface KnownTokens {
  bySecret(secret: string): Promise<Token | null>;
  /** Remembers that it was used. */
  touch(id: string, now: number): Promise<void>;
  wallNow(): number;
}

/** A use is noted once a minute: it costs a row. */
const NOTED_EVERY_MS = 60_000;

/** Of every token that was made here: another one costs no row. */
const MADE_PREFIX = "tly_";

/** Knows the token of the configuration and those that were made; null for any other, and for one that has expired. */
export const identifier =
  (adminToken: string, tokens: KnownTokens): Identify =>
  async (secret) => {
    if (equal(await sha256(secret), await sha256(adminToken)))
      return { tokenId: null, name: "ADMIN_TOKEN", scope: "admin" };
    const token = secret.startsWith(MADE_PREFIX) ? await tokens.bySecret(secret) : null;
    const now = tokens.wallNow();
    if (token === null || (token.expiresAt !== null && token.expiresAt <= now)) return null;
    if (now - (token.lastUsedAt ?? 0) >= NOTED_EVERY_MS) await tokens.touch(token.id, now);
    const scope = scopes.findLast((one) => token.scopes.includes(one));
    return scope === undefined ? null : { tokenId: token.id, name: token.name, scope };
  };

/** Of this isolate alone, which is enough against guessing. */
const failed = failedTries();

function refuse(request: Request): never {
  const wait = failed(request.headers.get("cf-connecting-ip") ?? "", Date.now());
  if (wait !== null)
    throw new Problem(429, "Too many failed authentications.", {}, { "retry-after": String(Math.ceil(wait / 1000)) });
  throw new Problem(
    401,
    "A valid token is needed: Authorization: Bearer <token>.",
    {},
    { "www-authenticate": "Bearer" },
  );
}

/** Who asks, where the token reaches the scope; else throws the 401, 429 or 403 Problem. */
export async function authorize(request: Request, needed: Scope, identify: Identify): Promise<Actor> {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const actor = token === undefined ? null : await identify(token);
  if (actor === null) return refuse(request);
  if (scopes.indexOf(actor.scope) < scopes.indexOf(needed))
    throw new Problem(403, `The token's scope is not ${needed}.`);
  return actor;
}
