/** What the last attempt of a delivery sent and what came back: texts of at most 4 KB, without secrets. */
export interface Exchange {
  request: { body: string };
  /** Null where no answer came. Header names are lower case. */
  response: { status: number; headers: Record<string, string>; body: string } | null;
}
