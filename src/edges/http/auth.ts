import { Problem } from "./problem.ts";
import { scopes, type Scope } from "../../resources/tokens/scopes.ts";
import { grantedScopes, type Token } from "../../resources/tokens/token.ts";
import { sha256 } from "../sha256.ts";
import { failedTries } from "./failed-tries.ts";

/** Who asks. */
export interface Actor {
  /** Null for the token of the configuration. */
  tokenId: string | null;
  name: string;
  scope: Scope;
  /** The watchlists that the token is limited to, by id; null for one without a limit. */
  watchlistIds: string[] | null;
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
const TOKEN_PREFIX = "tly_";

/** Who a token stands for now; null where it has expired. Notes that it was used. */
export async function holderOf(token: Token, tokens: Pick<KnownTokens, "touch" | "wallNow">): Promise<Actor | null> {
  const now = tokens.wallNow();
  if (token.expiresAt !== null && token.expiresAt <= now) return null;
  if (now - (token.lastUsedAt ?? 0) >= NOTED_EVERY_MS) await tokens.touch(token.id, now);
  const scope = grantedScopes(token.scopes).at(-1);
  return scope === undefined ? null : { tokenId: token.id, name: token.name, scope, watchlistIds: token.watchlistIds };
}

/** Who the token of the configuration stands for. */
export const ADMIN: Actor = { tokenId: null, name: "ADMIN_TOKEN", scope: "admin", watchlistIds: null };

/** Knows the token of the configuration and those that were made; null for any other, and for one that has expired. */
export const identifier =
  (adminToken: string, tokens: KnownTokens): Identify =>
  async (secret) => {
    if (equal(await sha256(secret), await sha256(adminToken))) return ADMIN;
    const token = secret.startsWith(TOKEN_PREFIX) ? await tokens.bySecret(secret) : null;
    return token === null ? null : holderOf(token, tokens);
  };

/** Of this isolate alone, which is enough against guessing. */
const failed = failedTries();

/** Counts a try that failed; throws the 429 Problem where it is one too many from its address. */
export function noteFailedTry(request: Request): void {
  const wait = failed(request.headers.get("cf-connecting-ip") ?? "", Date.now());
  if (wait !== null)
    throw new Problem(429, "Too many failed authentications.", {}, { "retry-after": String(Math.ceil(wait / 1000)) });
}

function refuse(request: Request): never {
  noteFailedTry(request);
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
  if (!reaches(actor, needed)) throw new Problem(403, `The token's scope is not ${needed}.`);
  return actor;
}

/** True where this one may do what needs the scope. */
export const reaches = ({ scope }: Actor, needed: Scope): boolean => scopes.indexOf(scope) >= scopes.indexOf(needed);

/** Throws the 429 Problem where the token sends too many requests that may change something. */
export function withinLimit(
  { writes }: { writes: { take(tokenId: string | null, now: number): number; wallNow(): number } },
  { tokenId }: Actor,
): void {
  const wait = writes.take(tokenId, writes.wallNow());
  if (wait > 0) throw new Problem(429, "This token sends too many changes.", {}, { "retry-after": String(wait) });
}
