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

/** The same, `narrow` at a time until one says that it went well, then `wide`: what refuses us has few calls to refuse. */
export async function widening<T>(
  items: Iterable<T>,
  narrow: number,
  wide: number,
  work: (item: T) => Promise<boolean>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const rest = { [Symbol.iterator]: () => queue };
  let more = Promise.resolve();
  let widened = false;
  await sideBySide(rest, Math.min(narrow, wide), async (item) => {
    if (!(await work(item)) || widened) return;
    widened = true;
    more = sideBySide(rest, Math.max(0, wide - narrow), async (next) => void (await work(next)));
    // It is awaited below; a throw of another one must not come before that.
    more.catch(() => undefined);
  });
  await more;
}
