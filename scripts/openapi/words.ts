import { resourceIds, resourceTags } from "./resources.ts";

/** What each group of operations is about, in the order of the document. */
export const tags: Record<string, string> = {
  System: "Whether it is well, and how polling and telling are doing.",
  ...resourceTags,
  Events: "What was found.",
  Reports: "What a calendar period came to.",
  Feeds: "What is shared by an address with a feed key.",
  Deliveries: "Every message that was to be sent, with its attempts.",
  Upstream: "The polled service: its operations, and one call at a time to see what it answers.",
  Keys: "The keys that seal secrets in the database.",
  Audit: "Who changed what.",
  "Sign-ins": "Who is signed in on the pages.",
  Configuration: "Everything that can be set, as one file.",
};

/** What parameters mean, by name, and a value of each. */
export const parameters: Record<string, { description: string; example: unknown }> = {
  addLive: { description: "So many live creators more.", example: 200 },
  addRanking: { description: "So many rankings more.", example: 0 },
  addHashtag: { description: "So many hashtags more.", example: 0 },
  addProducts: { description: "So many shop categories more.", example: 0 },
  pollsPerMinute: { description: "With this budget, calls a minute.", example: 600 },
  intervalSeconds: { description: "The interval of those that are added, seconds.", example: 60 },
  openTabs: { description: "Tabs of the page that stay open all day.", example: 1 },
  viewers: { description: "People who look at one shared link all day.", example: 0 },
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
  targetId: { description: "Only what is about this target.", example: resourceIds["targets"]!.example },
  channelId: { description: "Only what goes to this channel.", example: resourceIds["channels"]!.example },
  eventId: { description: "Only what tells of this event.", example: "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a" },
  enabled: { description: "Only those that are enabled, or that are not.", example: true },
  status: { description: "Only those that stand so.", example: "dead" },
  q: { description: "Part of the name, in any case.", example: "mar" },
  cascade: { description: "Also deletes what uses it, instead of a 409.", example: true },
  secrets: { description: "`encrypted`: settings of channels come along, sealed.", example: "encrypted" },
  period: {
    description:
      "A month (`2027-03`), an ISO week (`2027-W10`), two dates, both included, `lastMonth`, `thisMonth`, `lastWeek` or `thisWeek`.",
    example: "2026-03",
  },
  timezone: { description: "The IANA zone whose days count.", example: "Europe/Berlin" },
  validDayMinutes: { description: "A day is valid from so many minutes of airtime on.", example: 60 },
  format: { description: "Instead of an `Accept` header.", example: "json" },
  createWatchlists: { description: "Makes watchlists that rows name and that are not there.", example: true },
  dryRun: { description: "Changes nothing and says what would be changed.", example: true },
  theme: { description: "For a light or a dark surrounding.", example: "dark" },
  sort: { description: "The last part of a problem's `type`.", example: "not-found" },
  key: { description: "The picture's key: it cannot be guessed.", example: "0c9v8b7n6m5k4j3h2g1f0d9s8a-lives" },
};

/** An id in a path, by the collection before it. */
export const ids: Record<string, { noun: string; example: string }> = {
  ...resourceIds,
  events: { noun: "event", example: "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a" },
  deliveries: { noun: "delivery", example: "dlv_5t6y7p8a9s0d1f2g3h4j5k6m7n" },
  operations: { noun: "operation", example: "live.check" },
  "sign-ins": { noun: "sign-in", example: "sgn_4d5f6g7h8j9k0m1n2p3q4r5s6t" },
  pictures: { noun: "picture", example: "0c9v8b7n6m5k4j3h2g1f0d9s8a-lives" },
};
