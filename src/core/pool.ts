/** Runs `work` over the items, at most `width` at a time, in their order; a throw ends it and is passed on. */
export async function pooled<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
