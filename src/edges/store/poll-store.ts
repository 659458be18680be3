import { USUAL_RATE } from "../../core/habit/profile.ts";
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

/** Starts a week of all, where profiles are made: what was learned of all is some kilobytes, and few batches want any of it. */
const RATE = "CASE WHEN k.load ->> '$.price' > 0 THEN k.pool ->> '$.rate' END";

/** One statement: the batch's targets with what is remembered of them, the gate, and what became of the batch already. */
export async function loadBatch(
  db: D1Database,
  batch: Batch,
  callable: (stored: StoredService) => Promise<Loaded["configured"]>,
): Promise<Loaded> {
  const { results } = await db
    .prepare(
      `WITH w (id) AS (${idRows(batch.targets.map(([id]) => id))})
       SELECT k.last_tick_at, k.gate, k.watch, k.load ->> '$.price' AS price, ${RATE} AS rate, ${SERVICE}, instr(coalesce(y.done ->> ('$."' || ?1 || '"'), '')
           || coalesce(y.freed ->> ('$."' || ?1 || '"'), ''), ',' || ?2 || ',') AS ended, ${COLUMNS.map((name) => `NULL AS ${name}`).join(", ")}
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1
       UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${COLUMNS.map((name) => `t.${name}`).join(", ")}
         FROM w CROSS JOIN targets t ON t.id = w.id`,
    )
    .bind(String(batch.tick), String(batch.slot))
    .all<Row>();
  const [first, ...rows] = results as [Row, ...Row[]];
  const { watch, ...read } = readTicker(first, "lastTickAt", "gate", "watch");
  return {
    ...read,
    watch: { ...CALM, ...watch },
    planning: { price: Number(first["price"] ?? 0), pool: { rate: Number(first["rate"] ?? USUAL_RATE) } },
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

/** A message of that instant, or the summary that told what one of them held. */
interface Candidate extends Omit<EarlierDelivery, "eventId"> {
  madeAt: number;
  items: string;
  /** Of a summary whose it is. */
  held: string | null;
}

const CANDIDATE = (of: string): string =>
  `${of}.id, ${of}.status, ${of}.channel_id, ${of}.made_at, ${of}.next_attempt_at, ${of}.items`;

const OF_INSTANT = `json_each(?1) g CROSS JOIN deliveries d ON d.channel_id = g.value ->> 'channelId' AND d.made_at = g.value ->> 'detectedAt'`;

/**
 * Which deliveries told these events on these channels: they were made at the instant the event was detected, and all parts
 * of one that was too long at the same. The few messages of an instant are read once, and looked through as text: a row read
 * for each event in each of them would be quadratic.
 */
export async function readEarlier(
  db: D1Database,
  asked: { channelId: string; eventId: string; detectedAt: number }[],
): Promise<EarlierDelivery[]> {
  const instants = new Map(
    asked.map(({ channelId, detectedAt }) => [`${channelId} ${detectedAt}`, { channelId, detectedAt }]),
  );
  const { results } = await db
    .prepare(
      `SELECT ${CANDIDATE("d")}, NULL AS held FROM ${OF_INSTANT}
       UNION ALL SELECT ${CANDIDATE("m")}, d.id AS held FROM ${OF_INSTANT} CROSS JOIN deliveries s ON s.id = d.summary
         CROSS JOIN deliveries m ON m.channel_id = d.channel_id AND m.made_at = s.made_at WHERE d.summary IS NOT NULL`,
    )
    .bind(JSON.stringify([...instants.values()]))
    .all<Row>();
  const candidates = Map.groupBy(results.map(candidateOf), ({ held }) => held);
  return asked.flatMap(({ channelId, eventId, detectedAt }) => {
    // The line of an event as it is kept.
    const tells = ({ items }: Candidate) => items.includes(`"event":${JSON.stringify(eventId)}`);
    const found = (candidates.get(null) ?? []).filter(
      (one) => one.channelId === channelId && one.madeAt === detectedAt && tells(one),
    );
    return found.flatMap((one) => {
      const summaries = (candidates.get(one.deliveryId) ?? []).filter(tells);
      const { heldUntil } = one;
      return (summaries.length === 0 ? [one] : summaries).map(({ deliveryId, status }) => ({
        channelId,
        eventId,
        deliveryId,
        status,
        heldUntil,
      }));
    });
  });
}

function candidateOf(row: Row): Candidate {
  const { id: deliveryId, nextAttemptAt: heldUntil } = readDelivery(row, "id", "nextAttemptAt");
  const [items, held] = [String(row["items"]), row["held"] as string | null];
  return { ...readDelivery(row, "channelId", "status", "madeAt"), deliveryId, heldUntil, items, held };
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
