/** The same function, with one call at a time. */
export function oneByOne<In, Out>(run: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  let last: Promise<unknown> = Promise.resolve();
  return (input) => {
    const next = last.then(() => run(input));
    last = next.catch(() => undefined);
    return next;
  };
}
