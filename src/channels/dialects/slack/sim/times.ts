/** Returns a generator of Slack message ids: seconds and a counter. */
export function messageTimes(wallNow: () => number): () => string {
  let sent = 0;
  return () => `${Math.floor(wallNow() / 1000)}.${String(sent++ % 1_000_000).padStart(6, "0")}`;
}
