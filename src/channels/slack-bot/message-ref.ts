/**
 * The reference of a bot's message: `channel:ts`, with an empty channel if the answer has none. `chat.update` needs the
 * channel's id, which only the answer has if settings contain its name.
 */
export function messageRef(channel: unknown, ts: unknown): string | null {
  if (typeof ts !== "string" || !/^\d{1,16}\.\d{1,9}$/.test(ts)) return null;
  return `${typeof channel === "string" && /^[A-Z0-9]{1,40}$/.test(channel) ? channel : ""}:${ts}`;
}

/** The channel and timestamp of a reference. `home` is used if it has no channel. */
export function addressed(ref: string, home: string): { channel: string; ts: string } {
  const [channel, ts] = ref.split(":");
  return { channel: channel || home, ts: ts ?? "" };
}
