/**
 * Returns a function that batches concurrent calls. Items that arrive while `work` runs are passed to its next call
 * together, at most `max` at a time; `work` returns one result per item, in order. If a batch fails, its items are
 * retried one by one, so that each fails only by itself.
 */
export function coalesced<T, R>(max: number, work: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  type Waiting = { item: T; done: (answer: R) => void; failed: (thrown: unknown) => void };
  const waiting: Waiting[] = [];
  let working = false;

  const attempt = async (some: Waiting[]): Promise<void> => {
    try {
      const answers = await work(some.map(({ item }) => item));
      some.forEach(({ done }, place) => done(answers[place]!));
    } catch (thrown) {
      if (some.length === 1) some[0]!.failed(thrown);
      else for (const one of some) await attempt([one]);
    }
  };
  const workOff = async (): Promise<void> => {
    working = true;
    while (waiting.length > 0) await attempt(waiting.splice(0, max));
    working = false;
  };
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (!working) void workOff();
    });
}
