/** Makes the ids of messages that Slack gives: seconds, and a count. */
export function messageTimes(wallNow: () => number): () => string {
  let sent = 0;
  return () => `${Math.floor(wallNow() / 1000)}.${String(sent++ % 1_000_000).padStart(6, "0")}`;
}
