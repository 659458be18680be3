interface CountedCalls {
  /** Wraps a fetcher to count its calls. It throws beyond the limit, before the platform refuses. */
  counting: (fetcher: typeof fetch) => typeof fetch;
  /** Number of calls so far. */
  count: () => number;
}

/** Counts the calls of one invocation, which may make `max`. */
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
