/** What each group of operations is about, in the order of the document. */
export const tags: Record<string, string> = {
  System: "Whether it is well, and how polling and telling are doing.",
  Watchlists: "Groups of targets.",
  Targets:
    "What is watched: whether a creator is live, a room's rankings, a keyword's hashtags, a category's products.",
  Events: "What was found.",
  Channels:
    "Where messages go: Slack, Discord, signed webhooks. From Cloudflare, choose `discord-bot` over `discord`: Discord at " +
    "times refuses the addresses that all of Cloudflare shares, webhooks first, and messages then wait and are tried again.",
  Subscriptions: "Which events go to which channel, and how.",
  Silences: "What is not told for a while.",
  Deliveries: "Every message that was to be sent, with its attempts.",
  Digests: "Trends summed up by a schedule, and their pictures.",
  Upstream: "The polled service: its operations, and one call at a time to see what it answers.",
  Tokens: "Who may use the API.",
  Audit: "Who changed what.",
  Configuration: "Everything that can be set, as one file.",
};

/** What parameters mean, by name, and a value of each. */
export const parameters: Record<string, { description: string; example: unknown }> = {
  limit: { description: "How many items at the most.", example: 50 },
  cursor: { description: "The `nextCursor` of the page before.", example: "WzE3NjM2NTAwMDAwMDAsInRndF8xIl0" },
  since: {
    description: "From this instant on, inclusive: ISO 8601 with a zone; a bare date is UTC.",
    example: "2026-03-01T00:00:00.000Z",
  },
  until: {
    description: "Up to this instant, inclusive: ISO 8601 with a zone; a bare date is UTC.",
    example: "2026-03-08T00:00:00.000Z",
  },
  series: { description: "A series by name, or a prefix such as `views:*`.", example: "airtimeSeconds" },
  type: { description: "An event type, a prefix such as `live.*`, or `*`.", example: "live.*" },
  kind: { description: "Only targets of this kind.", example: "live" },
  watchlistId: { description: "Only what belongs to this watchlist.", example: "wl_default" },
  targetId: { description: "Only what is about this target.", example: "tgt_4k2m8x0v9q1w7e3r5t6y8p0a2s" },
  channelId: { description: "Only what goes to this channel.", example: "ch_7h3j9k1m5n2p8q4r6s0t3v7w9x" },
  eventId: { description: "Only what tells of this event.", example: "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a" },
  enabled: { description: "Only those that are enabled, or that are not.", example: true },
  status: { description: "Only those that stand so.", example: "dead" },
  q: { description: "Part of the name, in any case.", example: "mar" },
  cascade: { description: "Also deletes what uses it, instead of a 409.", example: true },
  secrets: { description: "`encrypted`: settings of channels come along, sealed.", example: "encrypted" },
  format: { description: "Instead of an `Accept` header.", example: "yaml" },
  dryRun: { description: "Changes nothing and says what would be changed.", example: true },
  theme: { description: "For a light or a dark surrounding.", example: "dark" },
  sort: { description: "The last part of a problem's `type`.", example: "not-found" },
  key: { description: "The picture's key: it cannot be guessed.", example: "0c9v8b7n6m5k4j3h2g1f0d9s8a-lives" },
};

/** An id in a path, by the collection before it. */
export const ids: Record<string, { noun: string; example: string }> = {
  watchlists: { noun: "watchlist", example: "wl_default" },
  targets: { noun: "target", example: "tgt_4k2m8x0v9q1w7e3r5t6y8p0a2s" },
  events: { noun: "event", example: "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a" },
  channels: { noun: "channel", example: "ch_7h3j9k1m5n2p8q4r6s0t3v7w9x" },
  subscriptions: { noun: "subscription", example: "sub_1q2w3e4r5t6y7p8a9s0d1f2g3h" },
  silences: { noun: "silence", example: "sil_9x8c7v6b5n4m3k2j1h0g9f8d7s" },
  deliveries: { noun: "delivery", example: "dlv_5t6y7p8a9s0d1f2g3h4j5k6m7n" },
  digests: { noun: "digest", example: "dig_2s3d4f5g6h7j8k9m0n1b2v3c4x" },
  tokens: { noun: "token", example: "tok_8a7s6d5f4g3h2j1k0m9n8b7v6c" },
  pictures: { noun: "picture", example: "0c9v8b7n6m5k4j3h2g1f0d9s8a-lives" },
};
