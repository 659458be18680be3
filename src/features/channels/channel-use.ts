import type { Row } from "../../db/row.ts";

/** What a channel is used for. */
type User = "alerts" | "digests" | "boards";

export interface ChannelUse {
  /** When its last message arrived, epoch ms; null for none among the latest. Tests are no messages. */
  arrivedAt: number | null;
  /** How many alerts, digests and boards that are on use it; null if there are too many alerts to look at. */
  users: Record<User, number> | null;
}

export interface ChannelUsePorts {
  /** The use of channels, by id. */
  channelUse(ids: string[]): Promise<Map<string, ChannelUse>>;
}

/** Alerts that are looked at for the channels that they use. */
const MAX_ALERTS = 80;

/** The latest messages of a channel that are looked at. */
const LATEST = 3;

const USED = `SELECT channel_id, 'alerts' AS user FROM (SELECT channel_id, enabled FROM subscriptions ORDER BY created_at DESC, id DESC LIMIT ${MAX_ALERTS}) WHERE enabled = 1
  UNION ALL SELECT channel_id, 'digests' FROM digests WHERE enabled = 1 UNION ALL SELECT channel_id, 'boards' FROM boards`;

/** Whether nothing uses a channel, as far as is known. */
export const isUnused = (use: ChannelUse | undefined): boolean =>
  use?.users != null && Object.values(use.users).every((count) => count === 0);

export const channelUse = (db: D1Database): ChannelUsePorts => ({
  async channelUse(ids) {
    const row = await db
      .prepare(
        `SELECT (SELECT json_group_array(json_array(channel_id, user)) FROM (${USED})) AS used,
           (SELECT n FROM counts WHERE name = 'subscriptions') AS alerts,
           (SELECT json_group_array(json_array(j.value, (SELECT max(sent_at) FROM (SELECT sent_at FROM deliveries
              INDEXED BY deliveries_to WHERE channel_id = j.value ORDER BY made_at DESC, seq DESC LIMIT ${LATEST}))))
            FROM json_each(?1) j) AS arrived`,
      )
      .bind(JSON.stringify(ids))
      .first<Row>();
    const used = JSON.parse(String(row!["used"])) as [string, User][];
    const isAll = Number(row!["alerts"]) <= MAX_ALERTS;
    const arrived = JSON.parse(String(row!["arrived"])) as [string, number | null][];
    const usersOf = (id: string): Record<User, number> => {
      const users = { alerts: 0, digests: 0, boards: 0 };
      for (const [channel, user] of used) if (channel === id) users[user]++;
      return users;
    };
    return new Map(arrived.map(([id, arrivedAt]) => [id, { arrivedAt, users: isAll ? usersOf(id) : null }]));
  },
});
