import { Problem } from "./problem.ts";
import type { Ports } from "./ports.ts";
import { scopes, type Scope } from "./scope.ts";

const digestOf = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** True where both digests are the same, in a time that does not tell how far they agree. */
const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ other[index]!), one.length ^ other.length) === 0;

/** Knows the one token of the configuration. */
export const adminOnly =
  (adminToken: string) =>
  async (token: string): Promise<Scope | null> =>
    equal(await digestOf(token), await digestOf(adminToken)) ? "admin" : null;

const MOST_FAILURES = 1000;
const WINDOW_MS = 60_000;

/** Failed tries by address within the running minute; of this isolate alone, which is enough against guessing. */
const failures = { since: 0, by: new Map<string, number>() };

function refuse(request: Request): never {
  const now = Date.now();
  if (now - failures.since >= WINDOW_MS) {
    failures.since = now;
    failures.by.clear();
  }
  const address = request.headers.get("cf-connecting-ip") ?? "";
  const count = (failures.by.get(address) ?? 0) + 1;
  failures.by.set(address, count);
  if (count > MOST_FAILURES) {
    const wait = Math.ceil((failures.since + WINDOW_MS - now) / 1000);
    throw new Problem(429, "Too many failed authentications.", {}, { "retry-after": String(Math.max(1, wait)) });
  }
  throw new Problem(
    401,
    "A valid token is needed: Authorization: Bearer <token>.",
    {},
    { "www-authenticate": "Bearer" },
  );
}

/** Lets a request through whose token reaches the scope; else throws the 401, 429 or 403 Problem. */
export async function authorize(request: Request, needed: Scope, identify: Ports["identify"]): Promise<void> {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const scope = token === undefined ? null : await identify(token);
  if (scope === null) refuse(request);
  if (scopes.indexOf(scope) < scopes.indexOf(needed)) throw new Problem(403, `The token's scope is not ${needed}.`);
}
