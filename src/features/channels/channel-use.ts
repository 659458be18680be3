import type { Row } from "../../db/row.ts";

/** What a channel is used for. */
export interface ChannelUse {
  /** When its last message arrived, epoch ms; null for none among the latest. Tests are no messages. */
  arrivedAt: number | null;
  /** Whether an alert, digest or board that is on uses it; null if there are too many to look at. */
  used: boolean | null;
}

export interface ChannelUseDeps {
  /** The use of channels, by id. */
  channelUse(ids: string[]): Promise<Map<string, ChannelUse>>;
}

/** Alerts that are looked at for the channels that they use. */
const MAX_ALERTS = 300;

/** The latest messages of a channel that are looked at. */
const LATEST = 5;

const USED = `SELECT channel_id FROM (SELECT channel_id, enabled FROM subscriptions ORDER BY created_at DESC, id DESC LIMIT ${MAX_ALERTS}) WHERE enabled = 1
  UNION SELECT channel_id FROM digests WHERE enabled = 1 UNION SELECT channel_id FROM boards`;

export const channelUse = (db: D1Database): ChannelUseDeps => ({
  async channelUse(ids) {
    const { results } = await db
      .prepare(
        `WITH used AS MATERIALIZED (${USED})
         SELECT j.value AS id, j.value IN (SELECT channel_id FROM used) AS used,
           (SELECT n FROM counts WHERE name = 'subscriptions') AS alerts,
           (SELECT max(sent_at) FROM (SELECT sent_at FROM deliveries WHERE channel_id = j.value
              ORDER BY made_at DESC LIMIT ${LATEST})) AS arrived_at
         FROM json_each(?1) j`,
      )
      .bind(JSON.stringify(ids))
      .all<Row>();
    return new Map(
      results.map(({ id, used, alerts, arrived_at: arrivedAt }) => [
        String(id),
        {
          arrivedAt: arrivedAt === null ? null : Number(arrivedAt),
          used: used === 1 ? true : Number(alerts) > MAX_ALERTS ? null : false,
        },
      ]),
    );
  },
});
