/** What is made when it is first wanted, once: much of what a module could make at its start is wanted by few requests. */
export function lazy<Created>(make: () => Created): () => Created {
  let created: { value: Created } | undefined;
  return () => (created ??= { value: make() }).value;
}
