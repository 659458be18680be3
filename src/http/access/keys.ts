import { readCapped } from "../../core/read-capped.ts";
import type { KeyOf } from "./assertion.ts";

/** How long keys are used before they are fetched again. */
const FRESH_MS = 3_600_000;

/** The least time between two fetches for a key that is not among the known ones, as after a rotation. */
const ROTATED_MS = 300_000;

/** How long after a failed fetch nobody is let in without another. */
const FAILED_MS = 30_000;

const TIMEOUT_MS = 5000;
const MAX_BYTES = 65_536;
const MAX_KEYS = 20;

interface Known {
  keys: Map<string, CryptoKey>;
  at: number;
}

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/**
 * The signing keys of an Access team, kept by the isolate for an hour. A key that is not known is looked for at most
 * every five minutes, and after a failed fetch there is none for half a minute.
 */
export class AccessKeys {
  readonly #address: string;
  #known: Known | null = null;
  #failedAt = -Infinity;

  constructor(team: string) {
    this.#address = `https://${team}/cdn-cgi/access/certs`;
  }

  /** Returns a function that finds a key at `now`, epoch ms, with a request's own `fetch`. */
  keyOf(fetcher: typeof fetch, now: number): KeyOf {
    return async (kid) => {
      const known = await this.#current(fetcher, now, kid);
      return known === null ? "unreachable" : (known.keys.get(kid) ?? null);
    };
  }

  async #current(fetcher: typeof fetch, now: number, kid: string): Promise<Known | null> {
    const known = this.#known;
    const age = known === null ? Infinity : Math.abs(now - known.at);
    if (known !== null && age < FRESH_MS && (known.keys.has(kid) || age < ROTATED_MS)) return known;
    // Keys that are too old vouch for nobody. Without the new ones, a key that is not known stays unknown.
    const otherwise = age < FRESH_MS ? known : null;
    if (Math.abs(now - this.#failedAt) < FAILED_MS) return otherwise;
    const keys = await keysAt(this.#address, fetcher);
    if (keys === null) {
      this.#failedAt = now;
      return otherwise;
    }
    this.#known = { keys, at: now };
    return this.#known;
  }
}

/** The RSA keys of an address by ID; null if it doesn't answer with keys. */
async function keysAt(address: string, fetcher: typeof fetch): Promise<Map<string, CryptoKey> | null> {
  try {
    const answer = await fetcher(address, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status !== 200) return null;
    const { keys } = JSON.parse((await readCapped(answer, MAX_BYTES)) ?? "") as {
      keys: (JsonWebKey & { kid?: string })[];
    };
    const found = new Map<string, CryptoKey>();
    for (const { kid, kty, n, e, use = "sig", alg = "RS256" } of keys.slice(0, MAX_KEYS)) {
      if (kid === undefined || kty !== "RSA" || use !== "sig" || alg !== "RS256") continue;
      const jwk = { kty, n: n!, e: e!, alg: "RS256", ext: true };
      found.set(kid, await crypto.subtle.importKey("jwk", jwk, ALGORITHM, false, ["verify"]));
    }
    return found.size === 0 ? null : found;
  } catch {
    return null;
  }
}
