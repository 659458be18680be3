import type { Committed } from "../../core/commit.ts";

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

  /** Gives what waits to one commit; what a commit did not write waits again. */
  async carriedBy(commit: (counts: Record<string, number>) => Promise<Committed>): Promise<Committed> {
    const counts = this.#waiting;
    this.#waiting = {};
    let written = false;
    try {
      const committed = await commit(counts);
      written = committed.refused === null;
      return committed;
    } finally {
      if (!written) for (const [name, by] of Object.entries(counts)) this.add(name, by);
    }
  }
}
