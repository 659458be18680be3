/** What is made when it is first wanted, once: much of what a module could make at its start is wanted by few requests. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
