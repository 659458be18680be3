import ipaddr from "ipaddr.js";
import { RecentlyUsed } from "../core/recently-used.ts";
import { Problem } from "./problem.ts";
import type { Quota } from "./write-limit.ts";
import { scopes, type Scope } from "../features/people/resource/scopes.ts";
import type { Token } from "../features/people/resource/token.ts";
import { sha256 } from "../core/sha256.ts";

/** The caller of a request. */
export interface Actor {
  /** Null for `ADMIN_TOKEN`. */
  tokenId: string | null;
  name: string;
  scope: Scope;
  /** The ids of the watchlists that the token is limited to; null if it is not limited. */
  watchlistIds: string[] | null;
}

/** Compares two digests in constant time. */
const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ other[index]!), one.length ^ other.length) === 0;

/** Finds the caller for a token; null if it is not valid. */
export type Identify = (token: string) => Promise<Actor | null>;

export interface KnownTokens {
  bySecret(secret: string): Promise<Token | null>;
  /** Records when the token was last used. */
  touch(id: string, now: number): Promise<void>;
  wallNow(): number;
}

/** How often the use of a token is recorded, because each costs a row. */
const NOTED_EVERY_MS = 60_000;

/** The prefix of every token that was created here. Others are refused without a row read. */
const TOKEN_PREFIX = "tly_";

/** The caller for a token; null if it has expired. Records its use. */
export async function holderOf(token: Token, tokens: Pick<KnownTokens, "touch" | "wallNow">): Promise<Actor | null> {
  const now = tokens.wallNow();
  if (token.expiresAt !== null && token.expiresAt <= now) return null;
  if (now - (token.lastUsedAt ?? 0) >= NOTED_EVERY_MS) await tokens.touch(token.id, now);
  const scope = token.scopes.at(-1);
  return scope === undefined ? null : { tokenId: token.id, name: token.name, scope, watchlistIds: token.watchlistIds };
}

/** The caller for `ADMIN_TOKEN`. */
export const ADMIN: Actor = { tokenId: null, name: "ADMIN_TOKEN", scope: "admin", watchlistIds: null };

/** Identifies `ADMIN_TOKEN` and created tokens. Returns null for others and for expired ones. */
export const identifier =
  (adminToken: string, tokens: KnownTokens): Identify =>
  async (secret) => {
    if (equal(await sha256(secret), await sha256(adminToken))) return ADMIN;
    const token = secret.startsWith(TOKEN_PREFIX) ? await tokens.bySecret(secret) : null;
    return token === null ? null : holderOf(token, tokens);
  };

const MAX_FAILURES = 1000;
const WINDOW_MS = 60_000;

/** Limit on the addresses that are remembered. Those that were quiet longest are forgotten first. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts failed attempts by address, at most a thousand a minute. Records one at `now` (epoch ms) and returns null, or
 * the milliseconds to wait if it is one too many.
 */
export function failedTries(): (address: string, now: number) => number | null {
  const tries = new RecentlyUsed<string, { since: number; count: number }>(MAX_ADDRESSES);
  return (address, now) => {
    const network = networkOf(address);
    const known = tries.get(network);
    const running = known !== undefined && now - known.since < WINDOW_MS ? known : { since: now, count: 0 };
    running.count += 1;
    tries.set(network, running);
    return running.count > MAX_FAILURES ? running.since + WINDOW_MS - now : null;
  };
}

/** The unit that counts as one address. A single IPv6 user has 2^64 addresses, which count together. */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : parsed.toString();
}

/** Kept by each isolate, which is enough to stop guessing. */
const failed = failedTries();

/** Counts a failed authentication. Throws the 429 Problem if its address has too many. */
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

/** The caller, if the token has the scope. Throws the 401, 429 or 403 Problem otherwise. */
export async function authorize(request: Request, needed: Scope, identify: Identify): Promise<Actor> {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const actor = token === undefined ? null : await identify(token);
  if (actor === null) return refuse(request);
  if (!reaches(actor, needed)) throw new Problem(403, `The token's scope is not ${needed}.`);
  return actor;
}

/** Whether the caller has a scope. */
export const reaches = ({ scope }: Actor, needed: Scope): boolean => scopes.indexOf(scope) >= scopes.indexOf(needed);

/** Counts requests of tokens. `times` is how many requests one costs as much as. */
export interface WriteLimit {
  take(tokenId: string | null, now: number, times?: number): number;
  left(tokenId: string | null, now: number): Quota;
  wallNow(): number;
}

/** Throws the 429 Problem if the token sends too many requests that can change something. */
export function withinLimit({ writes }: { writes: WriteLimit }, { tokenId }: Actor, times = 1): void {
  if (times === 0) return;
  const wait = writes.take(tokenId, writes.wallNow(), times);
  if (wait > 0) throw new Problem(429, "This token sends too many changes.", {}, { "retry-after": String(wait) });
}
