import { isFailing } from "../../core/channel-failure.ts";
import type { Event } from "../../core/event.ts";
import type { Around, Message, MessageFilter, Messages, MessagesAround, NamedChannel } from "./messages.ts";
import type { Channel } from "../channels/resource/form.ts";
import { PENDING, UNREACHED, unreachedIn } from "../../engine/deliver/channel-store.ts";
import { LEFT_OUT } from "./delivery-store.ts";
import { EVENT, eventOf } from "../../engine/route/event-row.ts";
import { reader, type Row } from "../../db/row.ts";
import { deliveries } from "../../engine/schema/delivery-schema.ts";

/** Number of messages searched for a page, and shown on one. */
const LOOKED_THROUGH = 220;
const A_PAGE = 40;

/** Number of messages by which a page is longer, so that an event with all its channels is on one. */
const MAX_LONGER = 12;

/** Number of replays that are read for a page. */
const MAX_REPLAYS = 40;

/** Number of latest messages that are counted. */
const MAX_COUNTED = 200;

const CHANNELS = `(SELECT json_group_array(json_object('id', id, 'name', name, 'kind', kind, 'enabled', enabled)) FROM channels)`;

const COUNTS = `(SELECT json_group_object(name, n) FROM (
  SELECT substr(name, 12) AS name, n FROM counts WHERE name LIKE 'deliveries|%' UNION ALL SELECT 'pending', ${PENDING}))`;

/** True if the message in the middle of the range was created before ?1. */
const EARLY = `coalesce((SELECT made_at FROM deliveries WHERE seq <= (low + high) / 2 ORDER BY seq DESC LIMIT 1) < ?1, 1)`;

/** Messages are stored in order of creation, so binary search finds the first `seq` at or after an instant. */
const BEFORE = `(WITH RECURSIVE half (low, high) AS (
    SELECT 0, 1 + coalesce((SELECT max(seq) FROM deliveries), 0)
    UNION ALL SELECT iif(${EARLY}, (low + high) / 2, low), iif(${EARLY}, high, (low + high) / 2)
    FROM half WHERE high - low > 1)
  SELECT min(high) FROM half)`;

/** The name of an edition `e`, with that of its watchlist if there is an edition for each. */
const DIGEST_NAME = "(e.digest ->> 'name') || coalesce(': ' || (e.digest ->> 'listName'), '')";

const FIELDS =
  "id, channel_id, status, reason, items, attempts, made_at, next_attempt_at, sent_at, edits, replay_of, summary, board, edition";

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
    "board",
    "edition",
  );
  return { ...own, digest: own.edition === null ? null : String(row["digest"] ?? "A digest") };
}

type StoredChannel = Omit<NamedChannel, "enabled"> & { enabled: number };

const channelOf = (one: StoredChannel): NamedChannel => ({ ...one, enabled: one.enabled === 1 });

/** The name of the digest of a message's edition, for a row with `edition`. */
const DIGEST = `CASE WHEN edition IS NOT NULL THEN (SELECT ${DIGEST_NAME} FROM editions e WHERE e.id = edition) END`;

/** The messages that send those of ?1 again, through an index. */
const REPLAYS = `SELECT seq, ${FIELDS.split(", ")
  .map((field) => `d.${field}`)
  .join(", ")}, ${DIGEST} AS digest
  FROM json_each(?1) j CROSS JOIN deliveries d INDEXED BY deliveries_replay ON d.replay_of = j.value AND d.replay_of IS NOT NULL
  LIMIT ${MAX_REPLAYS}`;

/** The later messages that send these again, except those that are among them. */
async function replaysOf(db: D1Database, items: Message[]): Promise<Message[]> {
  const ids = new Set(items.map(({ id }) => id));
  const { results } = await db
    .prepare(REPLAYS)
    .bind(JSON.stringify([...ids]))
    .all<Row>();
  return results.map(messageOf).filter(({ id }) => !ids.has(id));
}

/** Returns where a page ends: after so many messages, and those of the same instant as its last one. */
function endOf(fitting: Row[]): number {
  let end = Math.min(A_PAGE, fitting.length);
  while (
    end > 0 &&
    end < Math.min(fitting.length, A_PAGE + MAX_LONGER) &&
    fitting[end]!["made_at"] === fitting[end - 1]!["made_at"]
  )
    end += 1;
  return end;
}

type ShownChannel = Pick<Channel, "settings" | "language" | "failingSince">;

/** Queries of the message pages: one or two statements each, with a bounded number of rows. */
export const messageStore = (db: D1Database) => ({
  /** The channels, counts of messages, and recent messages that enabled channels did not get. */
  async around(): Promise<MessagesAround> {
    const row = await db
      .prepare(
        `SELECT ${CHANNELS} AS channels, ${COUNTS} AS counts, NOT EXISTS (SELECT 1 FROM deliveries) AS empty, ${UNREACHED} AS unreached, (
           SELECT json_group_array(json_array(id, channel_id, is_left, replay_of)) FROM (
             SELECT id, channel_id, ${LEFT_OUT} AS is_left, replay_of FROM deliveries ORDER BY seq DESC LIMIT ${MAX_COUNTED})
           WHERE is_left OR replay_of IS NOT NULL) AS latest`,
      )
      .first<Row>();
    const channels = (JSON.parse(String(row!["channels"])) as StoredChannel[]).map(channelOf);
    const latest = JSON.parse(String(row!["latest"])) as [string, string, number, string | null][];
    const again = new Set(latest.map(([, , , replayOf]) => replayOf));
    const left = latest.filter(([id, channelId, isLeft]) => {
      return isLeft === 1 && !again.has(id) && channels.some((one) => one.id === channelId && one.enabled);
    });
    return {
      channels,
      unreached: unreachedIn(row!).filter(isFailing),
      isEmpty: row!["empty"] === 1,
      counts: JSON.parse(String(row!["counts"])) as Record<string, number>,
      left: [...Map.groupBy(left, ([, channelId]) => channelId)].map(([channelId, its]) => ({
        channelId,
        count: its.length,
      })),
    };
  },

  /** A page of messages, newest first, starting below `before`. */
  async messages({ show, channelId, until }: MessageFilter, before: number | null): Promise<Messages> {
    const max = show !== "all" || channelId !== null ? LOOKED_THROUGH : A_PAGE + MAX_LONGER + 1;
    const fits = [
      "true",
      ...(show === "all" ? [] : ["status = ?3"]),
      ...(channelId === null ? [] : ["channel_id = ?4"]),
      ...(show === "held" ? ["summary IS NULL"] : []),
    ].join(" AND ");
    const { results } = await db
      .prepare(
        // Columns of rows that do not match are not read.
        `SELECT seq, fits, ${FIELDS.split(", ")
          .map((field) => `iif(fits, ${field}, NULL) AS ${field}`)
          .join(", ")},
           CASE WHEN fits THEN ${DIGEST} END AS digest
         FROM (SELECT seq, ${fits} AS fits, ${FIELDS} FROM deliveries
           WHERE seq < coalesce(?2, ${until === null ? "9e15" : BEFORE}) AND ?1 IS ?1 AND ?3 IS ?3 AND ?4 IS ?4
           ORDER BY seq DESC LIMIT ${max})`,
      )
      .bind(until, before, show, channelId)
      .all<Row>();
    const fitting = results.filter((row) => row["fits"] === 1);
    const displayed = fitting.slice(0, endOf(fitting));
    const last =
      fitting.length > displayed.length ? displayed.at(-1) : results.length === max ? results.at(-1) : undefined;
    const items = displayed.map(messageOf);
    return {
      items,
      replays: items.length === 0 ? [] : await replaysOf(db, items),
      next: last === undefined ? null : Number(last["seq"]),
    };
  },

  /** The events with these ids, as far as they are still stored. */
  async eventsOf(ids: string[]): Promise<Event[]> {
    if (ids.length === 0) return [];
    const { results } = await db
      .prepare(`SELECT ${EVENT} FROM json_each(?1) j CROSS JOIN events e ON e.id = j.value`)
      .bind(JSON.stringify(ids))
      .all<Row>();
    return results.map(eventOf);
  },

  /** The context of a message: its channel, its digest and its replays, latest first. */
  async aboutOne(id: string, channelId: string): Promise<Around> {
    const row = await db
      .prepare(
        `SELECT (SELECT json_object('id', id, 'name', name, 'kind', kind, 'enabled', enabled, 'language', language, 'settings', json(masked), 'failingSince', failing_since) FROM channels WHERE id = ?2) AS channel,
           (SELECT ${DIGEST_NAME} FROM deliveries d CROSS JOIN editions e ON e.id = d.edition WHERE d.id = ?1) AS digest,
           EXISTS (SELECT 1 FROM deliveries d JOIN digests g ON g.id = substr(d.edition, 1, instr(d.edition, '/') - 1) WHERE d.id = ?1) AS stands,
           (SELECT json_group_array(json_object('id', id, 'status', status, 'madeAt', made_at)) FROM (
             SELECT id, status, made_at, replay_of FROM deliveries INDEXED BY deliveries_to WHERE channel_id = ?2 ORDER BY made_at DESC, seq DESC LIMIT ${MAX_COUNTED})
           WHERE replay_of = ?1) AS replays`,
      )
      .bind(id, channelId)
      .first<Row>();
    const channel = JSON.parse(String(row!["channel"])) as (StoredChannel & ShownChannel) | null;
    return {
      channel: channel === null ? null : { ...channel, ...channelOf(channel) },
      digest: row!["digest"] as string | null,
      digestStands: row!["stands"] === 1,
      replays: JSON.parse(String(row!["replays"])) as Around["replays"],
    };
  },
});
