/** Creates a value once, when it is first needed. Few requests need most of what a module could create at startup. */
export function lazy<Created>(make: () => Created): () => Created {
  let created: { value: Created } | undefined;
  return () => (created ??= { value: make() }).value;
}
