import { LatestUsed } from "../../core/latest-used.ts";

/** How many requests that may change something a token may send in a minute; the one of the configuration fifty times as many. */
export const WRITES_A_MINUTE = 600;
const ADMIN_TIMES = 50;

const WINDOW_MS = 60_000;

/** More tokens than there may be: who is forgotten begins anew. */
const MAX_TOKENS = 1_000;

const limits = new Map<number, MinuteLimit>();

/** What tokens sent lately, over all requests of this isolate. */
export function writeLimitOf(aMinute: number): MinuteLimit {
  const known = limits.get(aMinute) ?? new MinuteLimit(aMinute);
  limits.set(aMinute, known);
  return known;
}

/** Counts what tokens or feed keys send within the running minute; in the memory of one isolate, which is enough against floods. */
export class MinuteLimit {
  readonly #aMinute: number;
  readonly #sent = new LatestUsed<string, { since: number; count: number }>(MAX_TOKENS);

  constructor(aMinute = WRITES_A_MINUTE) {
    this.#aMinute = aMinute;
  }

  /** Counts one more at `now` (wall clock); the seconds to wait where it is one too many, else 0. */
  take(tokenId: string | null, now: number): number {
    const key = tokenId ?? "";
    const known = this.#sent.get(key);
    const sent = known !== undefined && Math.abs(now - known.since) < WINDOW_MS ? known : { since: now, count: 0 };
    sent.count += 1;
    this.#sent.set(key, sent);
    if (sent.count <= this.#aMinute * (tokenId === null ? ADMIN_TIMES : 1)) return 0;
    return Math.max(1, Math.ceil((sent.since + WINDOW_MS - now) / 1000));
  }
}
