/**
 * What names a bot's message for later: `channel:ts`, the channel empty where the answer tells none. An update wants
 * the channel's id, and only the answer gives the id of a channel that settings name.
 */
export function messageRef(channel: unknown, ts: unknown): string | null {
  if (typeof ts !== "string" || !/^\d{1,16}\.\d{1,9}$/.test(ts)) return null;
  return `${typeof channel === "string" && /^[A-Z0-9]{1,40}$/.test(channel) ? channel : ""}:${ts}`;
}

/** The channel and the time that name a message to `chat.update`; `home` where the reference has no channel. */
export function addressed(ref: string, home: string): { channel: string; ts: string } {
  const [channel, ts] = ref.split(":");
  return { channel: channel || home, ts: ts ?? "" };
}
