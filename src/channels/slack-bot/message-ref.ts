/** What names a bot's message for later: `channel:ts`. An update must give the channel's id, which only the answer tells. */
export function messageRef(channel: unknown, ts: unknown): string | null {
  if (typeof channel !== "string" || !/^[A-Z0-9]{1,40}$/.test(channel)) return null;
  return typeof ts === "string" && /^\d{1,16}\.\d{1,9}$/.test(ts) ? `${channel}:${ts}` : null;
}

export function messageOf(ref: string): { channel: string; ts: string } {
  const colon = ref.indexOf(":");
  return { channel: ref.slice(0, Math.max(colon, 0)), ts: ref.slice(colon + 1) };
}
