import type { Silence } from "../../core/subscription.ts";
import type { Current } from "../../flows/manage/config/apply-config.ts";
import type { ConfiguredChannel, ConfiguredTarget } from "../../flows/manage/config/things.ts";
import type { Watchlist } from "../../flows/browse/watchlist-view.ts";
import type { Digest } from "../../flows/digest/digest.ts";
import { storedParams, storedSettings } from "../../targets/stored.ts";
import { FINGERPRINT, type Mark } from "./config-mark.ts";
import { subscriptionOf } from "./subscription-row.ts";

type Row = Record<string, string | number | null>;

const READS = [
  `SELECT ${FINGERPRINT} AS fingerprint`,
  "SELECT id, size FROM sheets ORDER BY id",
  "SELECT id, name, description, created_at AS createdAt FROM watchlists",
  `SELECT id, watchlist_id AS watchlistId, kind, name, params, identity, interval_seconds AS intervalSeconds, priority,
     enabled, announce_initial AS announceInitial, settings, created_at AS createdAt FROM targets`,
  "SELECT id, kind, name, enabled, masked, sealed, created_at AS createdAt FROM channels ORDER BY created_at, id",
  "SELECT * FROM subscriptions ORDER BY created_at, id",
  `SELECT id, name, channel_id AS channelId, watchlist_id AS watchlistId, schedule, timezone, period, sections, enabled,
     next_at AS nextAt, created_at AS createdAt FROM digests ORDER BY created_at, id`,
  `SELECT id, target_id AS targetId, watchlist_id AS watchlistId, type, until, reason, created_at AS createdAt
   FROM silences ORDER BY created_at, id`,
];

/** All that is configured, as it was at one moment. */
export async function readThings(db: D1Database): Promise<Current<Mark>> {
  const results = await db.batch<Row>(READS.map((text) => db.prepare(text)));
  const [marks, sheets, watchlists, targets, channels, subscriptions, digests, silences] = results.map(
    ({ results }) => results,
  );
  return {
    mark: { fingerprint: String(marks![0]!["fingerprint"]), sheets: sheets as unknown as Mark["sheets"] },
    watchlists: watchlists as unknown as Watchlist[],
    targets: targets!.map(targetOf),
    channels: channels!.map(channelOf),
    subscriptions: subscriptions!.map(subscriptionOf),
    digests: digests!.map(digestOf),
    silences: silences as unknown as Silence[],
  };
}

const parsed = (row: Row, column: string): unknown => JSON.parse(String(row[column]));

const targetOf = (row: Row): ConfiguredTarget => ({
  ...(row as unknown as ConfiguredTarget),
  params: storedParams(String(row["kind"]), String(row["params"])),
  settings: storedSettings(String(row["kind"]), String(row["settings"])),
  enabled: row["enabled"] === 1,
  announceInitial: row["announceInitial"] === 1,
});

const channelOf = (row: Row): ConfiguredChannel => ({
  ...(row as unknown as ConfiguredChannel),
  masked: parsed(row, "masked") as Record<string, string>,
  enabled: row["enabled"] === 1,
});

const digestOf = (row: Row): Digest => ({
  ...(row as unknown as Digest),
  sections: parsed(row, "sections") as string[],
  enabled: row["enabled"] === 1,
});
