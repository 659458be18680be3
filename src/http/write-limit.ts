import { RecentlyUsed } from "../core/recently-used.ts";

/** Requests per minute that may change something, for each token. ADMIN_TOKEN has fifty times as many. */
export const WRITES_A_MINUTE = 600;
const ADMIN_TIMES = 50;

const WINDOW_MS = 60_000;

/** More than there can be tokens. A forgotten one starts over. */
const MAX_TOKENS = 1_000;

/** What is left of a limit, until it is whole again. */
export interface Quota {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

const limits = new Map<number, MinuteLimit>();

/** The shared limit of all requests of this isolate. */
export function writeLimitOf(aMinute: number): MinuteLimit {
  const known = limits.get(aMinute) ?? new MinuteLimit(aMinute);
  limits.set(aMinute, known);
  return known;
}

/**
 * Limits requests of tokens or feed keys per minute. It uses the memory of one isolate, which is enough against floods.
 */
export class MinuteLimit {
  readonly #aMinute: number;
  readonly #sent = new RecentlyUsed<string, { since: number; count: number }>(MAX_TOKENS);

  constructor(aMinute = WRITES_A_MINUTE) {
    this.#aMinute = aMinute;
  }

  /**
   * Counts a request at `now` (wall clock), `times` if it costs as much as several. Returns the seconds to wait if it is
   * one too many, else 0.
   */
  take(tokenId: string | null, now: number, times = 1): number {
    const key = tokenId ?? "";
    const known = this.#sent.get(key);
    const sent = known !== undefined && Math.abs(now - known.since) < WINDOW_MS ? known : { since: now, count: 0 };
    sent.count += Math.min(times, this.#aMinute);
    this.#sent.set(key, sent);
    if (sent.count <= this.#maxOf(tokenId)) return 0;
    return Math.max(1, Math.ceil((sent.since + WINDOW_MS - now) / 1000));
  }

  #maxOf(tokenId: string | null): number {
    return this.#aMinute * (tokenId === null ? ADMIN_TIMES : 1);
  }

  /** What is left of a token's minute at `now`. */
  left(tokenId: string | null, now: number): Quota {
    const limit = this.#maxOf(tokenId);
    const sent = this.#sent.get(tokenId ?? "");
    if (sent === undefined || Math.abs(now - sent.since) >= WINDOW_MS)
      return { limit, remaining: limit, resetSeconds: WINDOW_MS / 1000 };
    const resetSeconds = Math.max(1, Math.ceil((sent.since + WINDOW_MS - now) / 1000));
    return { limit, remaining: Math.max(0, limit - sent.count), resetSeconds };
  }
}
