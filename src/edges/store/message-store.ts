import type { Event } from "../../core/event.ts";
import type { Around, Left, Message, MessageFilter, Messages, NamedChannel } from "../../flows/browse/messages.ts";
import { LEFT_OUT } from "./delivery-store.ts";
import { eventOf } from "./event-row.ts";
import { reader, type Row } from "./row.ts";
import { deliveries } from "./telling-schema.ts";

/** As many messages are looked through for a page, and so many shown. */
const LOOKED_THROUGH = 300;
const A_PAGE = 40;

/** As many of the latest are counted. */
const MOST_COUNTED = 400;

const CHANNELS = `(SELECT json_group_array(json_object('id', id, 'name', name, 'kind', kind, 'enabled', enabled)) FROM channels)`;

const COUNTS = `(SELECT json_group_object(substr(name, 12), n) FROM counts WHERE name LIKE 'deliveries|%')`;

/** Messages are made in the order of time: the first `seq` after an instant is found by halves. */
const BEFORE = `(WITH RECURSIVE half (low, high) AS (
    SELECT 0, 1 + coalesce((SELECT max(seq) FROM deliveries), 0)
    UNION ALL SELECT iif(early, middle, low), iif(early, high, middle) FROM (
      SELECT low, high, (low + high) / 2 AS middle, coalesce(
        (SELECT made_at FROM deliveries WHERE seq <= (low + high) / 2 ORDER BY seq DESC LIMIT 1) < ?1, 1) AS early
      FROM half WHERE high - low > 1))
  SELECT min(high) FROM half)`;

const FIELDS = `id, channel_id, status, reason, items, attempts, made_at, next_attempt_at, sent_at, edits, replay_of, summary`;

const read = reader(deliveries);

function messageOf(row: Row): Message {
  const own = read(
    row,
    "seq",
    "id",
    "channelId",
    "status",
    "reason",
    "items",
    "attempts",
    "madeAt",
    "nextAttemptAt",
    "sentAt",
    "edits",
    "replayOf",
    "summary",
  );
  return { ...own, digest: row["digest"] === null ? null : String(row["digest"]) };
}

type StoredChannel = Omit<NamedChannel, "enabled"> & { enabled: number };

/** What a channel that is deleted would still get is left out. */
function withoutOrphans(message: Message, channels: NamedChannel[]): Message {
  const waits = message.status === "pending" || (message.status === "held" && message.summary === null);
  if (!waits || channels.some(({ id }) => id === message.channelId)) return message;
  return { ...message, status: "suppressed", reason: "channel deleted", nextAttemptAt: null };
}

/** What the pages of messages read: a statement each, and a bounded number of rows. */
export const messageStore = (db: D1Database) => ({
  /** Some of the messages, newest first, from those before `before` on. */
  async messages({ show, channelId, until }: MessageFilter, before: number | null): Promise<Messages> {
    const fits = [
      "true",
      ...(show === "all" ? [] : ["d.status = ?3"]),
      ...(channelId === null ? [] : ["d.channel_id = ?4"]),
    ];
    const held = show === "held" ? " AND d.summary IS NULL" : "";
    const { results } = await db
      .prepare(
        `SELECT d.seq, ${CHANNELS} AS channels, ${COUNTS} AS counts, d.fits,
           CASE WHEN d.fits THEN json_array(d.edition, (SELECT e.digest ->> 'name' FROM editions e WHERE e.id = d.edition)) END AS edition,
           ${FIELDS.replaceAll(/\w+/g, "iif(d.fits, d.$&, NULL) AS $&")}
         FROM (SELECT 0 AS none) LEFT JOIN (
           SELECT d.*, ${fits.join(" AND ")}${held} AS fits FROM (
             SELECT seq, ${FIELDS}, edition FROM deliveries
             WHERE seq < coalesce(?2, ${until === null ? "9e15" : BEFORE}) AND ?1 IS ?1 AND ?3 IS ?3 AND ?4 IS ?4
             ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}) d) d ON true
         ORDER BY d.seq DESC`,
      )
      .bind(until, before, show, channelId)
      .all<Row>();
    const [first] = results;
    const channels = (JSON.parse(String(first!["channels"])) as StoredChannel[]).map((one) => ({
      ...one,
      enabled: one.enabled === 1,
    }));
    const rows = results.filter((row) => row["seq"] !== null);
    const fitting = rows.filter((row) => row["fits"] === 1);
    const shown = fitting.slice(0, A_PAGE);
    const last = fitting.length > A_PAGE ? shown.at(-1) : rows.length === LOOKED_THROUGH ? rows.at(-1) : undefined;
    return {
      items: shown.map((row) => {
        const [edition, digest] = JSON.parse(String(row["edition"])) as (string | null)[];
        return withoutOrphans(
          messageOf({ ...row, digest: edition === null ? null : (digest ?? "a digest") }),
          channels,
        );
      }),
      channels,
      counts: JSON.parse(String(first!["counts"])) as Record<string, number>,
      next: last === undefined ? null : Number(last["seq"]),
    };
  },

  /** Those of these events that are kept. */
  async eventsOf(ids: string[]): Promise<Event[]> {
    if (ids.length === 0) return [];
    const { results } = await db
      .prepare("SELECT e.* FROM json_each(?1) j CROSS JOIN events e ON e.id = j.value")
      .bind(JSON.stringify(ids))
      .all<Row>();
    return results.map(eventOf);
  },

  /** What channels that are on did not get, among the latest messages. */
  async left(): Promise<Left[]> {
    const { results } = await db
      .prepare(
        `WITH latest AS MATERIALIZED (SELECT id, channel_id, status, reason, replay_of FROM deliveries
           ORDER BY seq DESC LIMIT ${MOST_COUNTED})
         SELECT l.channel_id AS channel, count(*) AS n FROM latest l
         WHERE ${LEFT_OUT} AND l.id NOT IN (SELECT replay_of FROM latest WHERE replay_of IS NOT NULL)
           AND l.channel_id IN (SELECT id FROM channels WHERE enabled = 1)
         GROUP BY l.channel_id`,
      )
      .all<Row>();
    return results.map((row) => ({ channelId: String(row["channel"]), count: Number(row["n"]) }));
  },

  /** What a message is of: its channel, null where that is gone, and what it was sent again as, the latest first. */
  async around(id: string, channelId: string): Promise<Around> {
    const row = await db
      .prepare(
        `SELECT (SELECT json_object('id', id, 'name', name, 'kind', kind, 'enabled', enabled) FROM channels WHERE id = ?2) AS channel,
           (SELECT json_group_array(json_object('id', id, 'status', status, 'madeAt', made_at)) FROM (
             SELECT id, status, made_at, replay_of FROM deliveries WHERE channel_id = ?2 ORDER BY made_at DESC LIMIT ${MOST_COUNTED})
           WHERE replay_of = ?1) AS replays`,
      )
      .bind(id, channelId)
      .first<Row>();
    const channel = row!["channel"] === null ? null : (JSON.parse(String(row!["channel"])) as StoredChannel);
    return {
      channel: channel === null ? null : { ...channel, enabled: channel.enabled === 1 },
      replays: JSON.parse(String(row!["replays"])) as Around["replays"],
    };
  },
});
