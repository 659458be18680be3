/** What the service says of a named target: the identifying params, and the name to show; null for none. */
export interface Resolution<Params> {
  params: Params;
  name: string | null;
}
