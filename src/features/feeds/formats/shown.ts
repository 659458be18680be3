import { RecentlyUsed } from "../../../core/recently-used.ts";
import type { FeedKey } from "../resource/feed-key.ts";

/** What a request with a key can see. */
export interface Shared {
  key: FeedKey;
  /** Changes with each tick and each batch of polls. */
  version: string;
  /** The team's time zone; null if it was never set. */
  teamZone: string | null;
}

export interface FeedPorts {
  /**
   * Finds a feed key by its secret, with a version that changes with each tick and each batch of polls; null if none.
   */
  feeds: {
    bySecret(secret: string): Promise<Shared | null>;
    /** Notes that what a key shows was opened at this instant. */
    opened(keyId: string, at: number): Promise<void>;
  };
}

/** Maximum age of a shared answer, milliseconds of wall clock. */
export const OLDEST_MS = 30_000;

/** Number of additional builds in that time, for answers that a tick or a poll may have changed. */
const SPARE = 4;

/** Limit on stored answers. Each has about ten kilobytes. */
const MAX_STORED = 100;

/** A build that takes longer was aborted with its request. */
const LONGEST_BUILD_MS = 10_000;

interface Stored {
  value: unknown;
  /** The version that it was built from. */
  version: string;
  /** Wall clock, epoch ms. */
  at: number;
}

/** Rate limit of builds: `left` at time `at`, refilled by one per maximum age. */
interface Allowance {
  left: number;
  at: number;
}

/** A requested answer: its name, current version and maximum age. */
export interface AnswerVersion {
  name: string;
  version: string;
  oldestMs: number;
}

/**
 * Caches shared answers in the memory of an isolate. However many people look, each is built about once in thirty
 * seconds, and immediately after a change while changes are rare.
 */
export class AnswerCache {
  readonly #kept = new RecentlyUsed<string, Stored>(MAX_STORED);
  /** When the build of an answer began that has not ended, by name, wall clock. */
  readonly #building = new Map<string, number>();
  readonly #allowed = new RecentlyUsed<string, Allowance>(MAX_STORED);

  /**
   * Returns the answer at `now`, built if necessary; null if none is stored, and another request builds it or the rate
   * limit is used up.
   */
  async of<T>({ name, version, oldestMs }: AnswerVersion, now: number, make: () => Promise<T>): Promise<T | null> {
    const stored = this.#kept.get(name);
    const age = stored === undefined ? Infinity : Math.abs(now - stored.at);
    if (stored !== undefined && stored.version === version && age < oldestMs) return stored.value as T;
    const began = this.#building.get(name) ?? -Infinity;
    const isBuilt = now >= began && now - began < LONGEST_BUILD_MS;
    if (isBuilt || !this.#mayMake(name, oldestMs, now)) return (stored?.value ?? null) as T | null;
    this.#building.set(name, now);
    try {
      const value = await make();
      this.#kept.set(name, { value, version, at: now });
      return value;
    } finally {
      this.#building.delete(name);
    }
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
