import { saysUsedUp } from "../core/database-use.ts";

const MAX_TRIES = 3;

/** Runs idempotent work up to three times. D1 loses connections now and then, which leaves its outcome open. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (thrown) {
      // An exhausted quota does not recover within moments.
      if (tries === MAX_TRIES || saysUsedUp(thrown)) throw thrown;
    }
  }
}
