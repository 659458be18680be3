import { USUAL } from "../../core/habit/pool.ts";
import { CALM } from "../../core/upstream-watch.ts";
import type { Batch, WatchedTarget } from "../../flows/poll/batch.ts";
import type { Loaded } from "../../flows/poll/poll.ts";
import type { Routes } from "../../flows/route/match.ts";
import type { EarlierDelivery } from "../../flows/route/place.ts";
import type { CooldownQuestion } from "../../flows/route/route.ts";
import { channels } from "../../resources/channels/table.ts";
import { silence } from "../../resources/silences/silence.ts";
import { subscription } from "../../resources/subscriptions/subscription.ts";
import { targets } from "../../resources/targets/table.ts";
import { readParams, readSettings } from "../../targets/stored.ts";
import { idRows } from "./id-rows.ts";
import { columnNames, columnsBut, reader, type Row } from "./row.ts";
import { recordOf, selectOf } from "./record.ts";
import { ticker } from "./schema.ts";
import { SERVICE, serviceOf } from "./service-store.ts";
import type { StoredService } from "../../flows/manage/service.ts";
import { deliveries } from "./telling-schema.ts";

const readTicker = reader(ticker);
const readTarget = reader(targets);
const readChannel = reader(channels);
const readDelivery = reader(deliveries);
const readSubscription = recordOf(subscription);
const readSilence = recordOf(silence);

const UNREAD = ["identity", "past", "priority", "enabled", "fault", "createdAt", "updatedAt", "revision"] as const;
const WATCHED = columnsBut(targets, ...UNREAD, "state");
const COLUMNS = columnNames(targets, columnsBut(targets, ...UNREAD));

/** One statement: the batch's targets with what is remembered of them, the gate, and what became of the batch already. */
export async function loadBatch(
  db: D1Database,
  batch: Batch,
  callable: (stored: StoredService) => Promise<Loaded["configured"]>,
): Promise<Loaded> {
  const { results } = await db
    .prepare(
      `WITH w (id) AS (${idRows(batch.targets.map(([id]) => id))})
       SELECT k.last_tick_at, k.gate, k.watch, k.pool, k.load ->> '$.price' AS price, ${SERVICE}, instr(coalesce(y.done ->> ('$."' || ?1 || '"'), '')
           || coalesce(y.freed ->> ('$."' || ?1 || '"'), ''), ',' || ?2 || ',') AS ended, ${COLUMNS.map((name) => `NULL AS ${name}`).join(", ")}
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1
       UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${COLUMNS.map((name) => `t.${name}`).join(", ")}
         FROM w CROSS JOIN targets t ON t.id = w.id`,
    )
    .bind(String(batch.tick), String(batch.slot))
    .all<Row>();
  const [first, ...rows] = results as [Row, ...Row[]];
  const { watch, pool, ...read } = readTicker(first, "lastTickAt", "gate", "watch", "pool");
  return {
    ...read,
    watch: { ...CALM, ...watch },
    planning: { price: Number(first["price"] ?? 0), pool: pool ?? USUAL },
    ended: Number(first["ended"]) > 0,
    configured: await callable(serviceOf(first)),
    targets: rows.map(watchedTarget),
  };
}

function watchedTarget(row: Row): WatchedTarget {
  const { pollRevision: revision, params, settings, ...target } = readTarget(row, ...WATCHED);
  const { kind } = target;
  // Its state is compared as it is written, and parsed only where an answer differs.
  const state = row["state"] as string | null;
  return { ...target, revision, state, params: readParams(kind, params), settings: readSettings(kind, settings) };
}

const SUBSCRIPTIONS = `SELECT ${selectOf(subscription, false)} FROM subscriptions t WHERE enabled = 1
  ORDER BY created_at, id`;
const SILENCES = `SELECT ${selectOf(silence, false)} FROM silences t`;

/** The subscriptions in force, oldest first, and the channels they name. */
export async function readRoutes(db: D1Database): Promise<Routes> {
  const [wishes, destinations, quiet] = await db.batch<Row>([
    db.prepare(SUBSCRIPTIONS),
    db.prepare("SELECT id, kind, enabled, disabled_reason FROM channels"),
    db.prepare(SILENCES),
  ]);
  return {
    subscriptions: wishes!.results.map(readSubscription),
    channels: destinations!.results.map((row) => readChannel(row, "id", "kind", "enabled", "disabledReason")),
    silences: quiet!.results.map(readSilence),
  };
}

// The line of an event as it is kept. Found as text: looking into the lines of a long message for each of many events would
// be quadratic.
const TELLS = (of: string): string => `instr(${of}.items, '"event":' || json_quote(a.value)) > 0`;

/**
 * Which deliveries told these events on these channels: they were made at the instant the event was detected, and all parts
 * of one that was too long at the same.
 */
export async function readEarlier(
  db: D1Database,
  asked: { channelId: string; eventId: string; detectedAt: number }[],
): Promise<EarlierDelivery[]> {
  const { results } = await db
    .prepare(
      `SELECT coalesce(m.id, d.id) AS id, coalesce(m.status, d.status) AS status, d.channel_id, d.next_attempt_at, a.value AS event_id
       FROM json_each(?1) g
       CROSS JOIN deliveries d ON d.channel_id = g.value ->> 'channelId' AND d.made_at = g.value ->> 'detectedAt'
       CROSS JOIN json_each(g.value, '$.eventIds') a
       LEFT JOIN deliveries m ON m.channel_id = d.channel_id AND m.made_at = (SELECT s.made_at FROM deliveries s WHERE s.id = d.summary)
         AND ${TELLS("m")}
       WHERE ${TELLS("d")}`,
    )
    .bind(JSON.stringify(together(asked)))
    .all<Row>();
  return results.map((row) => {
    const { id: deliveryId, nextAttemptAt: heldUntil } = readDelivery(row, "id", "nextAttemptAt");
    return { ...readDelivery(row, "channelId", "status"), eventId: String(row["event_id"]), deliveryId, heldUntil };
  });
}

/** Those of one channel and instant are looked for in the same messages. */
function together(asked: { channelId: string; eventId: string; detectedAt: number }[]) {
  const groups = Map.groupBy(asked, ({ channelId, detectedAt }) => `${channelId} ${detectedAt}`);
  return [...groups.values()].map((group) => ({ ...group[0], eventIds: group.map(({ eventId }) => eventId) }));
}

/** Which of the questions (by place) are answered by a delivery that was not suppressed. */
export async function readCooling(db: D1Database, asked: CooldownQuestion[]): Promise<Set<number>> {
  const { results } = await db
    .prepare(
      `SELECT a.key AS place FROM json_each(?1) a WHERE EXISTS (
         SELECT 1 FROM deliveries d, json_each(d.items) i JOIN events e ON e.id = i.value ->> 'event'
         WHERE d.channel_id = a.value ->> 'channelId' AND d.made_at > a.value ->> 'after' AND d.status <> 'suppressed'
           AND e.target_id IS a.value ->> 'targetId' AND e.type = a.value ->> 'type')`,
    )
    .bind(JSON.stringify(asked))
    .all<Row>();
  return new Set(results.map((row) => Number(row["place"])));
}
