import { addedName } from "../../src/features/plan/plan.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { resourceIds, resourceTags } from "./resources.ts";

/** Descriptions of the groups of operations, in the order of the document. */
export const tags: Record<string, string> = {
  System: "Health, status and metrics.",
  ...resourceTags,
  Events: "Detected events.",
  Reports: "Reports of calendar periods.",
  Feeds: "Feeds, calendars and badges shared with a feed key.",
  Deliveries: "Messages and their delivery attempts.",
  Agents: "The door of agents.",
  "Commands from chats": "What Discord, Slack and Telegram call when people command.",
  Upstream: "The data service: its account, its operations and single test calls.",
  Settings: "What is set for the whole team.",
  Backup: "The whole database as a file.",
  Keys: "The keys that encrypt secrets in the database.",
  Audit: "Who changed what.",
  "Sign-ins": "Who is signed in to the dashboard.",
  Configuration: "The whole configuration as one document.",
};

/** Descriptions of parameters by name, with an example. */
export const parameters: Record<string, { description: string; example: unknown }> = {
  ...Object.fromEntries(
    Object.values(targetKinds).map(({ kind, page }) => [
      addedName(kind),
      { description: `Number of ${page.many ?? page.title.toLowerCase()} to add.`, example: kind === "live" ? 200 : 0 },
    ]),
  ),
  pollsPerMinute: { description: "The budget, in calls per minute.", example: 600 },
  intervalSeconds: { description: "The interval of the added targets, in seconds.", example: 60 },
  openTabs: { description: "Tabs of the dashboard that stay open all day.", example: 1 },
  viewers: { description: "People who watch one shared link all day.", example: 0 },
  limit: { description: "Maximum number of items.", example: 50 },
  cursor: { description: "The `nextCursor` of the previous page.", example: "WzE3NjM2NTAwMDAwMDAsInRndF8xIl0" },
  since: {
    description: "Start of the period, inclusive: ISO 8601 with a time zone; a bare date is UTC.",
    example: "2026-03-01T00:00:00.000Z",
  },
  until: {
    description: "End of the period, inclusive: ISO 8601 with a time zone; a bare date is UTC.",
    example: "2026-03-08T00:00:00.000Z",
  },
  overlapping: {
    description: "`true`: also streams that started before `since` and still lasted then. Default: `false`.",
    example: true,
  },
  series: { description: "A series by name, or a prefix such as `views:*`.", example: "airtimeSeconds" },
  type: { description: "An event type, a prefix such as `live.*`, or `*`.", example: "live.*" },
  kind: { description: "Only targets of this kind.", example: "live" },
  watchlistId: { description: "Only items of this watchlist.", example: "wl_default" },
  botId: { description: "The bot's id: the digits before the colon of its token.", example: "123456789" },
  targetId: { description: "Only items about this target.", example: resourceIds["targets"]!.example },
  channelId: { description: "Only items of this channel.", example: resourceIds["channels"]!.example },
  eventId: { description: "Only items that contain this event.", example: "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a" },
  enabled: { description: "Only enabled (`true`) or disabled (`false`) items.", example: true },
  status: { description: "Only items with this status.", example: "dead" },
  q: { description: "Part of the name, case-insensitive.", example: "mar" },
  cascade: { description: "Whether to delete what uses it too, instead of answering 409.", example: true },
  secrets: { description: "`encrypted` includes the encrypted settings of channels.", example: "encrypted" },
  period: {
    description:
      "A month (`2027-03`), an ISO week (`2027-W10`), two dates, both included, two instants, `lastMonth`, `thisMonth`, `lastWeek` or `thisWeek`.",
    example: "2026-03",
  },
  timezone: { description: "The IANA time zone in which days are counted.", example: "Europe/Berlin" },
  validDayMinutes: { description: "Minimum minutes live that make a day valid.", example: 60 },
  month: {
    description: "A month of the last two years (`2027-03`). Default: the last one that is over.",
    example: "2027-03",
  },
  format: { description: "Response format, instead of an `Accept` header.", example: "json" },
  createWatchlists: { description: "Creates watchlists that rows name and that don't exist.", example: true },
  dryRun: { description: "Changes nothing and lists what would change.", example: true },
  theme: { description: "For a light or dark background.", example: "dark" },
  sort: { description: "The last part of a problem's `type`.", example: "not-found" },
  "hooks/key": {
    description: "The key of the hook.",
    example: "tlh_0c9v8b7n6m5k4j3h2g1f0d9s8a0c9v8b7n6m5k4j3h2g1f0d9s8a",
  },
  userId: { description: "The creator's ID, digits.", example: "7012" },
  handle: { description: "The creator's handle or profile address.", example: "maria" },
  key: { description: "The picture's unguessable key.", example: "0c9v8b7n6m5k4j3h2g1f0d9s8a-lives" },
};

/** Ids in paths, by the collection before them. */
export const ids: Record<string, { noun: string; example: string }> = {
  ...resourceIds,
  events: { noun: "event", example: "evt_0c9v8b7n6m5k4j3h2g1f0d9s8a" },
  deliveries: { noun: "delivery", example: "dlv_5t6y7p8a9s0d1f2g3h4j5k6m7n" },
  operations: { noun: "operation", example: "live.check" },
  "sign-ins": { noun: "sign-in", example: "sgn_4d5f6g7h8j9k0m1n2p3q4r5s6t" },
  pictures: { noun: "picture", example: "0c9v8b7n6m5k4j3h2g1f0d9s8a-lives" },
};
