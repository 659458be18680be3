interface CountedCalls {
  /** The same, counted. It throws past the limit, where the platform would refuse. */
  counting: (fetcher: typeof fetch) => typeof fetch;
  /** How many were made. */
  count: () => number;
}

/** Counts the calls that one invocation makes, of which it may make `most`. */
export function countedCalls(max: number): CountedCalls {
  let calls = 0;
  return {
    counting: (fetcher) => (input, init) => {
      calls += 1;
      if (calls > max) throw new Error(`more than ${max} calls in one invocation`);
      return fetcher(input, init);
    },
    count: () => calls,
  };
}
