/** Yields, so that other waiting work can run. */
export type Pause = () => Promise<void>;

/** This many steps take some milliseconds. */
const SLICE = 500;

/** The same for steps that only look something up. A pause takes a millisecond even if nothing waits. */
export const QUICK_STEPS = 5000;

/** Returns a function to await once per step of a long loop. It pauses after each slice of steps. */
export function sliced(pause: Pause, slice = SLICE): () => Promise<void> | undefined {
  let things = 0;
  return () => (++things % slice === 0 ? pause() : undefined);
}

/** Maps a list lazily, so that the results are never all in memory. */
export function* mapLazily<One, Other>(
  all: readonly One[],
  become: (one: One, place: number) => Other,
): Generator<Other> {
  for (const [place, one] of all.entries()) yield become(one, place);
}

/** Splits a list into chunks of at most `max` items. An empty list has none. */
export const chunksOf = <One>(all: readonly One[], max: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / max) }, (_, n) => all.slice(n * max, (n + 1) * max));

/** Runs `work` on the items in order, at most `width` at a time. The first error stops it and is rethrown. */
export async function sideBySide<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/**
 * Like `sideBySide`, but starts `narrow` wide until a call of `work` succeeds (returns true). A service that refuses us
 * so gets few calls. Then the width grows to `wide(meanMs)`, where `meanMs` is the mean duration of the successful
 * calls by `now`; it never shrinks.
 */
export async function widening<T>(
  items: Iterable<T>,
  narrow: number,
  wide: (meanMs: number) => number,
  work: (item: T) => Promise<boolean>,
  now: () => number,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const workers: Promise<void>[] = [];
  let [well, took] = [0, 0];
  const widen = (width: number) => {
    while (workers.length < width) {
      const worker = run();
      // Awaited below. The rejection must be handled before that.
      worker.catch(() => undefined);
      workers.push(worker);
    }
  };
  const run = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const startedAt = now();
      if (!(await work(next.value))) continue;
      well += 1;
      took += now() - startedAt;
      widen(wide(took / well));
    }
  };
  widen(Math.min(narrow, wide(0)));
  // `workers` grows while they are awaited.
  for (const worker of workers) await worker;
}
