import type { DeliveryStatus } from "../../core/delivery.ts";
import {
  OF_CHANNEL,
  type AlertNames,
  type AlertOwn,
  type RecentEvents,
  type NamedTarget,
  type Naming,
} from "./alerts.ts";
import { channel } from "../channels/resource/channel.ts";
import { silence } from "../silences/resource/silence.ts";
import { STARTED } from "../history/broadcasts.ts";
import { EVENT, eventOf } from "../../engine/route/event-row.ts";
import { listsIn, listsWith } from "../creators/list-order.ts";
import { allInOne, recordsIn } from "../../db/record.ts";
import { idRows, type Row } from "../../db/row.ts";

/** Limits on the latest messages that are read, and on the events of each. */
const MAX_MESSAGES = 60;
const MAX_OF_ONE = 3;

/** Limits on the latest events that are searched, and on the matching ones that are read in full. */
const MAX_EVENTS = 200;
const MAX_WHOLE = 40;

/** Placeholders for these values. They follow the first parameter of a statement. */
const oneOf = (values: string[]): string => values.map((_, place) => `?${place + 2}`).join(", ");

const AS_NAMED =
  "json_object('id', t.id, 'kind', t.kind, 'name', t.name, 'params', json(t.params), 'watchlistId', t.watchlist_id)";

const targetsOf = (ids: string): string =>
  `(SELECT json_group_array(${AS_NAMED}) FROM targets t WHERE t.id IN (${ids}))`;

/** Limits on the snoozes that are shown, and on the latest silences that are searched for them. */
const MAX_SNOOZED = 50;
const MAX_SILENCES = 100;

const SNOOZED = `SELECT * FROM (SELECT * FROM silences ORDER BY rowid DESC LIMIT ${MAX_SILENCES}) WHERE until > ?1 LIMIT ${MAX_SNOOZED}`;

const { count: MAX_CHANNELS } = channel.quota;

/** Rows of the ids in a field of these records. */
const namedIn = <Field extends string>(all: Partial<Record<Field, string | null>>[], field: Field): string =>
  `SELECT * FROM (${idRows([...new Set(all.flatMap((one) => one[field] ?? []))])})`;

const channelsIn = recordsIn(channel, OF_CHANNEL);
const silencesIn = recordsIn(silence);

/** Queries of the alert pages. Each reads a bounded number of rows besides what people created. */
export const alertStore = (db: D1Database) => ({
  async alertNames(now: number, of: Naming[]): Promise<AlertNames> {
    const also = (field: string) => `UNION SELECT ${field} FROM snoozed`;
    const row = await db
      .prepare(
        `WITH snoozed AS MATERIALIZED (${SNOOZED})
         SELECT ${allInOne(channel, `t.id IN (${namedIn(of, "channelId")})`, MAX_CHANNELS, OF_CHANNEL)} AS channels,
           ${listsWith(`${namedIn(of, "watchlistId")} ${also("watchlist_id")}`, 0)} AS lists,
           ${targetsOf(`${namedIn(of, "targetId")} ${also("target_id")}`)} AS targets,
           ${allInOne(silence, "t.id IN (SELECT id FROM snoozed)", MAX_SNOOZED)} AS silences`,
      )
      .bind(now)
      .first<Row>();
    return namesOf(row!);
  },

  async alertChoices({ targetIds, listIds }: AlertOwn): Promise<AlertNames> {
    const row = await db
      .prepare(
        `SELECT ${allInOne(channel, "true", MAX_CHANNELS, OF_CHANNEL)} AS channels, '[]' AS silences,
           ${listsWith("SELECT value FROM json_each(?1)")} AS lists, ${targetsOf("SELECT value FROM json_each(?2)")} AS targets`,
      )
      .bind(JSON.stringify(listIds), JSON.stringify(targetIds))
      .first<Row>();
    return namesOf(row!);
  },

  /** Finds up to five targets of these kinds by their exact name, ignoring case. */
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

  async latestNotified() {
    const { results } = await db
      .prepare(
        `SELECT d.delivery, d.channel, d.status, d.made_at, d.messages, ${EVENT}
         FROM (SELECT *, count(*) OVER () AS messages FROM (SELECT id AS delivery, channel_id AS channel, status, made_at, items
           FROM deliveries ORDER BY seq DESC LIMIT ${MAX_MESSAGES})) d
         CROSS JOIN json_each(d.items) i CROSS JOIN events e ON e.id = i.value ->> 'event' WHERE i.key < ${MAX_OF_ONE}`,
      )
      .all<Row>();
    const notified = results.map((row) => ({
      deliveryId: String(row["delivery"]),
      channelId: String(row["channel"]),
      status: String(row["status"]) as DeliveryStatus,
      madeAt: Number(row["made_at"]),
      event: eventOf(row),
    }));
    return { notified, whole: Number(results[0]?.["messages"] ?? 0) < MAX_MESSAGES };
  },

  /**
   * The latest events of one target, or of all: those of these types in full, and the times and watchlists of the
   * streams that started.
   */
  async lately(targetId: string | null, types: string[]): Promise<RecentEvents> {
    const of = targetId === null ? "?1 IS NULL" : "e.target_id = ?1";
    const latest = `(SELECT * FROM events e WHERE ${of} ORDER BY e.seq DESC LIMIT ${MAX_EVENTS}) e`;
    const [whole, started] = await db.batch<Row>([
      db
        .prepare(`SELECT ${EVENT} FROM ${latest} WHERE e.type IN (${oneOf(types)}) LIMIT ${MAX_WHOLE}`)
        .bind(targetId, ...types),
      db
        .prepare(
          `SELECT json_group_array(json_array(e.occurred_at, e.watchlist_id)) AS starts
           FROM ${latest} WHERE e.type = '${STARTED}'`,
        )
        .bind(targetId),
    ]);
    const all = JSON.parse(String(started!.results[0]!["starts"])) as [number, string | null][];
    return { events: whole!.results.map(eventOf), starts: all.map(([at, watchlistId]) => ({ at, watchlistId })) };
  },
});

function namesOf(row: Row): AlertNames {
  const text = (name: string) => String(row[name]);
  return {
    // Disabled channels come last.
    channels: channelsIn(text("channels")).sort((one, other) => Number(other.enabled) - Number(one.enabled)),
    lists: listsIn(text("lists")),
    targets: JSON.parse(text("targets")) as NamedTarget[],
    silences: silencesIn(text("silences")),
  };
}
