/** Creates a value once, when it is first needed. Few requests need most of what a module could create at startup. */
export function lazy<Created>(make: () => Created): () => Created {
  let created: { value: Created } | undefined;
  return () => (created ??= { value: make() }).value;
}

/**
 * A regular expression that is created on first use. Expressions with Unicode properties (`\p{L}`) are expensive as
 * literals too: the engine looks up their characters when it parses the script.
 */
export const pattern = (source: string, flags: string): (() => RegExp) => lazy(() => new RegExp(source, flags));
