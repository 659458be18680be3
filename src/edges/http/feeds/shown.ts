import { LatestUsed } from "../../../core/latest-used.ts";
import type { FeedKey } from "../../../resources/feed-keys/feed-key.ts";

/** What a request with a key may see. */
export interface Shared {
  key: FeedKey;
  /** What changes with each tick and each batch of polls. */
  version: string;
}

/** How old what somebody with a key sees may be, milliseconds of the wall clock. */
export const OLDEST_MS = 30_000;

/** Beyond one in that time, so many are made anew where a tick or a poll may have changed something. */
const SPARE = 4;

/** Answers that are kept; each is some ten kilobytes. */
const MAX_STORED = 100;

interface Stored {
  value: unknown;
  /** What it was made from. */
  version: string;
  /** Wall clock, epoch ms. */
  at: number;
}

/** How often something may be made: `left` at `at`, and one more as often as it grows old. */
interface Allowance {
  left: number;
  at: number;
}

/** What is asked for: its name, what it would be made from, and how old it may be. */
export interface Wanted {
  name: string;
  version: string;
  oldestMs: number;
}

/**
 * What people see who have a key, in the memory of one isolate: however many look, it is made once in thirty seconds, and at once
 * after a change as long as changes are rare.
 */
export class Shown {
  readonly #kept = new LatestUsed<string, Stored>(MAX_STORED);
  readonly #allowed = new LatestUsed<string, Allowance>(MAX_STORED);

  /** What is shown at `now`, made anew where it must be; null where nothing is kept and too much was made lately. */
  async of<T>({ name, version, oldestMs }: Wanted, now: number, make: () => Promise<T>): Promise<T | null> {
    const stored = this.#kept.get(name);
    const age = stored === undefined ? Infinity : Math.abs(now - stored.at);
    if (stored !== undefined && stored.version === version && age < oldestMs) return stored.value as T;
    if (!this.#mayMake(name, oldestMs, now)) return (stored?.value ?? null) as T | null;
    const value = await make();
    this.#kept.set(name, { value, version, at: now });
    return value;
  }

  #mayMake(name: string, oldestMs: number, now: number): boolean {
    const full = SPARE + 1;
    const { left, at } = this.#allowed.get(name) ?? { left: full, at: now };
    const grown = Math.min(full, left + Math.abs(now - at) / oldestMs);
    if (grown < 1) return false;
    this.#allowed.set(name, { left: grown - 1, at: now });
    return true;
  }
}
