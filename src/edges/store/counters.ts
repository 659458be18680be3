import type { Committed } from "../../core/commit.ts";

/** An isolate that commits nothing writes its counts after so many rows, so that the day's use of the database is known. */
const HEAVY_READ = 5000;
const HEAVY_WRITTEN = 100;

/**
 * Counts that wait for the next row that is written anyway. The invocations of one environment pass them on: one that
 * commits nothing leaves its own to the next.
 */
export class Counters {
  #waiting: Record<string, number> = {};

  /** Adds to a counter. Keys become paths of JSON: what would end one early is left out. */
  readonly add = (name: string, by = 1): void => {
    const key = name.replaceAll(/["\\]/g, "_");
    this.#waiting[key] = (this.#waiting[key] ?? 0) + by;
  };

  /** True where so many rows of the database wait to be counted that they are worth a row by themselves. */
  isHeavy(): boolean {
    const { "d1|rowsRead": read = 0, "d1|rowsWritten": written = 0 } = this.#waiting;
    return read >= HEAVY_READ || written >= HEAVY_WRITTEN;
  }

  /** Gives what waits to one commit; what a commit did not write waits again. */
  carriedBy(commit: (counts: Record<string, number>) => Promise<Committed>): Promise<Committed> {
    return this.#carried(commit, ({ refused }) => refused === null);
  }

  /** The same for a write that is for them alone. */
  writtenBy(write: (counts: Record<string, number>) => Promise<void>): Promise<void> {
    return this.#carried(write, () => true);
  }

  async #carried<T>(write: (counts: Record<string, number>) => Promise<T>, took: (came: T) => boolean): Promise<T> {
    const counts = this.#waiting;
    this.#waiting = {};
    let written = false;
    try {
      const came = await write(counts);
      written = took(came);
      return came;
    } finally {
      if (!written) for (const [name, by] of Object.entries(counts)) this.add(name, by);
    }
  }
}
