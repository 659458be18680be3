import type { Committed } from "../commit.ts";

/** After this many rows, an isolate writes its counts even without a commit, so that daily use is known. */
const HEAVY_READ = 5000;
const HEAVY_WRITTEN = 100;

/**
 * Counts that wait for the next row that is written anyway. The invocations of an environment share them: one without a
 * commit leaves its counts to the next.
 */
export class Counters {
  #waiting: Record<string, number> = {};

  /** Adds to a counter. Names become JSON paths, so quotes and backslashes are replaced. */
  readonly add = (name: string, by = 1): void => {
    const key = name.replaceAll(/["\\]/g, "_");
    this.#waiting[key] = (this.#waiting[key] ?? 0) + by;
  };

  /** True if enough database rows are uncounted to justify a write of their own. */
  isHeavy(): boolean {
    const { "d1|rowsRead": read = 0, "d1|rowsWritten": written = 0 } = this.#waiting;
    return read >= HEAVY_READ || written >= HEAVY_WRITTEN;
  }

  /** Passes waiting counts to a commit. If it writes nothing, they wait again. */
  carriedBy(commit: (counts: Record<string, number>) => Promise<Committed>): Promise<Committed> {
    return this.#carried(commit, ({ refused }) => refused === null);
  }

  /** Does the same for a write of counts alone. */
  writtenBy(write: (counts: Record<string, number>) => Promise<void>): Promise<void> {
    return this.#carried(write, () => true);
  }

  async #carried<T>(write: (counts: Record<string, number>) => Promise<T>, took: (arrived: T) => boolean): Promise<T> {
    const counts = this.#waiting;
    this.#waiting = {};
    let written = false;
    try {
      const arrived = await write(counts);
      written = took(arrived);
      return arrived;
    } finally {
      if (!written) for (const [name, by] of Object.entries(counts)) this.add(name, by);
    }
  }
}
