/** Runs `work` over the items, at most `width` at a time, in their order; a throw ends it and is passed on. */
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
 * The same, `narrow` at a time until one says that it went well: what refuses us has few calls to refuse. From then on as many as
 * `wide` says for the mean time that those took which went well, milliseconds by `now`; never fewer again.
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
      // It is awaited below; a throw of another one must not come before that.
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
  // Others join while these are awaited.
  for (const worker of workers) await worker;
}
