import { saysUsedUp } from "../../core/database-use.ts";

const MAX_TRIES = 3;

/** Does what may be done twice up to three times: D1 loses a connection now and then, and leaves open what it did. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (thrown) {
      // What is used up is not there a moment later either.
      if (tries === MAX_TRIES || saysUsedUp(thrown)) throw thrown;
    }
  }
}
