import type { Event } from "../../core/event.ts";
import type { DeliveryStatus } from "../../core/delivery.ts";
import type { AlertNames, LatelyTold, NamedTarget } from "../../flows/browse/alerts.ts";
import { channel } from "../../resources/channels/channel.ts";
import type { Channel } from "../../resources/channels/form.ts";
import { silence } from "../../resources/silences/silence.ts";
import { watchlist } from "../../resources/watchlists/watchlist.ts";
import { eventOf } from "./event-row.ts";
import type { Row } from "./row.ts";
import { gathered, recordsIn } from "./together.ts";

/** As many of the latest messages are looked at, with so many events of each. */
const MOST_MESSAGES = 60;
const MOST_OF_ONE = 3;

/** As many of the latest events. */
const MOST_EVENTS = 300;

const AS_NAMED =
  "json_object('id', t.id, 'kind', t.kind, 'name', t.name, 'params', json(t.params), 'watchlistId', t.watchlist_id)";

const NAMED = `(SELECT json_group_array(${AS_NAMED}) FROM targets t
  WHERE id IN (SELECT target_id FROM subscriptions UNION SELECT target_id FROM silences UNION SELECT ?2))`;

/** What the pages of alerts read: one statement each, and a bounded number of rows beside what people made. */
export const alertStore = (db: D1Database) => ({
  /** What alerts name; with a target beyond those that some alert names. */
  async alertNames(now: number, targetId: string | null = null): Promise<AlertNames> {
    const row = await db
      .prepare(
        `SELECT ${gathered(channel)} AS channels, ${gathered(watchlist)} AS lists, ${NAMED} AS targets,
           ${gathered(silence, "t.until > ?1")} AS silences`,
      )
      .bind(now, targetId)
      .first<Row>();
    return {
      channels: (recordsIn(channel, row!["channels"]) as unknown as Channel[]).sort(
        (one, other) => Number(other.enabled) - Number(one.enabled),
      ),
      lists: recordsIn(watchlist, row!["lists"]).map(({ id, name }) => ({ id, name })),
      targets: JSON.parse(String(row!["targets"])) as NamedTarget[],
      silences: recordsIn(silence, row!["silences"]),
    };
  },

  /** Targets of these kinds that are called exactly so, a few of them. */
  async targetsCalled(kinds: string[], names: string[]): Promise<NamedTarget[]> {
    const { results } = await db
      .prepare(
        `SELECT ${AS_NAMED} AS target FROM json_each(?1) k CROSS JOIN json_each(?2) n
         CROSS JOIN targets t INDEXED BY targets_name ON t.kind = k.value AND lower(t.name) = lower(n.value) LIMIT 5`,
      )
      .bind(JSON.stringify(kinds), JSON.stringify(names))
      .all<Row>();
    return results.map(({ target }) => JSON.parse(String(target)) as NamedTarget);
  },

  /** The events of the latest messages. */
  async latelyTold(): Promise<LatelyTold[]> {
    const { results } = await db
      .prepare(
        `SELECT d.delivery, d.channel, d.status, d.made_at, e.*
         FROM (SELECT id AS delivery, channel_id AS channel, status, made_at, items FROM deliveries
           ORDER BY seq DESC LIMIT ${MOST_MESSAGES}) d
         CROSS JOIN json_each(d.items) i CROSS JOIN events e ON e.id = i.value ->> 'event' WHERE i.key < ${MOST_OF_ONE}`,
      )
      .all<Row>();
    return results.map((row) => ({
      deliveryId: String(row["delivery"]),
      channelId: String(row["channel"]),
      status: String(row["status"]) as DeliveryStatus,
      madeAt: Number(row["made_at"]),
      event: eventOf(row),
    }));
  },

  /** The latest events, of one target or of all, newest first. */
  async lately(targetId: string | null): Promise<Event[]> {
    const of = targetId === null ? "" : "WHERE target_id = ?1";
    const statement = db.prepare(`SELECT * FROM events ${of} ORDER BY seq DESC LIMIT ${MOST_EVENTS}`);
    const { results } = await (targetId === null ? statement : statement.bind(targetId)).all<Row>();
    return results.map(eventOf);
  },
});
