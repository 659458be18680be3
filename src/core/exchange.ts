/** The request and response of a delivery's last attempt. Texts are at most 4 KB, without secrets. */
export interface Exchange {
  request: { body: string };
  /** Null without an answer. Header names are lower case. */
  response: { status: number; headers: Record<string, string>; body: string } | null;
}
