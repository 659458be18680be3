/**
 * Does what comes in while the last was being done in one go: `work` is given all that waits, `most` at the most, and answers
 * for each. What fails together is done once more one by one, so that each fails by itself.
 */
export function together<T, R>(max: number, work: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
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
