import type { Row } from "../../db/row.ts";

/** What a channel is used for. */
export interface ChannelUse {
  /** When its last message arrived, epoch ms; null for none among the latest. Tests are no messages. */
  arrivedAt: number | null;
  /** Whether an alert, digest or board that is on uses it; null if there are too many to look at. */
  used: boolean | null;
}

export interface ChannelUsePorts {
  /** The use of channels, by id. */
  channelUse(ids: string[]): Promise<Map<string, ChannelUse>>;
}

/** Alerts that are looked at for the channels that they use. */
const MAX_ALERTS = 80;

/** The latest messages of a channel that are looked at. */
const LATEST = 3;

const USED = `SELECT channel_id FROM (SELECT channel_id, enabled FROM subscriptions ORDER BY created_at DESC, id DESC LIMIT ${MAX_ALERTS}) WHERE enabled = 1
  UNION ALL SELECT channel_id FROM digests WHERE enabled = 1 UNION ALL SELECT channel_id FROM boards`;

export const channelUse = (db: D1Database): ChannelUsePorts => ({
  async channelUse(ids) {
    const row = await db
      .prepare(
        `SELECT (SELECT json_group_array(channel_id) FROM (${USED})) AS used,
           (SELECT n FROM counts WHERE name = 'subscriptions') AS alerts,
           (SELECT json_group_array(json_array(j.value, (SELECT max(sent_at) FROM (SELECT sent_at FROM deliveries
              INDEXED BY deliveries_to WHERE channel_id = j.value ORDER BY seq DESC LIMIT ${LATEST}))))
            FROM json_each(?1) j) AS arrived`,
      )
      .bind(JSON.stringify(ids))
      .first<Row>();
    const used = new Set(JSON.parse(String(row!["used"])) as string[]);
    const otherwise = Number(row!["alerts"]) > MAX_ALERTS ? null : false;
    const arrived = JSON.parse(String(row!["arrived"])) as [string, number | null][];
    return new Map(arrived.map(([id, arrivedAt]) => [id, { arrivedAt, used: used.has(id) ? true : otherwise }]));
  },
});
