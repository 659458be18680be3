import type { Gate } from "../../core/gate.ts";
import type { Watch } from "../../core/upstream-watch.ts";
import type { Batch, WatchedTarget } from "../../flows/poll/batch.ts";
import type { Loaded } from "../../flows/poll/poll.ts";
import type { Silence } from "../../core/subscription.ts";
import type { Routes } from "../../flows/route/match.ts";
import type { EarlierDelivery } from "../../flows/route/place.ts";
import type { CooldownQuestion } from "../../flows/route/route.ts";
import { storedParams, storedSettings } from "../../targets/stored.ts";
import { subscriptionOf } from "./subscription-row.ts";

type Row = Record<string, string | number | null>;

const COLUMNS = [
  "id",
  "kind",
  "name",
  "watchlist_id",
  "params",
  "settings",
  "announce_initial",
  "interval_seconds",
  "sheet_id",
  "revision",
  "judged_at",
  "state",
  "consecutive_faults",
  "last_ok_at",
  "on_air",
];

/** One statement: the batch's targets with what is remembered of them, the gate, and what became of the batch already. */
export async function loadBatch(db: D1Database, batch: Batch): Promise<Loaded> {
  const { results } = await db
    .prepare(
      `WITH w (id) AS (${idRows(batch.targets.map(([id]) => id))})
       SELECT k.last_tick_at AS k_tick, k.gate AS k_gate, k.watch AS k_watch, instr(coalesce(y.done ->> ('$."' || ?1 || '"'), '')
           || coalesce(y.freed ->> ('$."' || ?1 || '"'), ''), ',' || ?2 || ',') AS k_ended, ${COLUMNS.map((name) => `NULL AS ${name}`).join(", ")}
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1
       UNION ALL SELECT NULL, NULL, NULL, NULL, ${COLUMNS.map((name) => `t.${name}`).join(", ")}
         FROM w CROSS JOIN targets t ON t.id = w.id`,
    )
    .bind(String(batch.tick), String(batch.slot))
    .all<Row>();
  const [first, ...targets] = results as [Row, ...Row[]];
  return {
    lastTickAt: Number(first["k_tick"]),
    gate: first["k_gate"] === null ? null : (JSON.parse(String(first["k_gate"])) as Gate),
    watch: JSON.parse(String(first["k_watch"])) as Watch,
    ended: Number(first["k_ended"]) > 0,
    targets: targets.map(watchedTarget),
  };
}

/**
 * Ids of ours as rows in SQL: D1 bills each entry of `json_each` and of a list after IN, and takes a hundred parameters.
 * Throws for a text that is no id of ours.
 */
function idRows(ids: string[]): string {
  for (const id of ids) if (!/^[\w-]{1,128}$/.test(id)) throw new Error("an id has signs that no id of ours has");
  return ids.length === 0 ? "SELECT NULL" : `VALUES ${ids.map((id) => `('${id}')`).join(", ")}`;
}

const numberOrNull = (value: string | number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const watchedTarget = (row: Row): WatchedTarget => ({
  id: String(row["id"]),
  kind: String(row["kind"]),
  name: String(row["name"]),
  watchlistId: String(row["watchlist_id"]),
  params: storedParams(String(row["kind"]), String(row["params"])),
  settings: storedSettings(String(row["kind"]), String(row["settings"])),
  announceInitial: row["announce_initial"] === 1,
  intervalSeconds: Number(row["interval_seconds"]),
  sheetId: Number(row["sheet_id"]),
  revision: Number(row["revision"]),
  judgedAt: numberOrNull(row["judged_at"]),
  state: row["state"] as string | null,
  consecutiveFaults: Number(row["consecutive_faults"]),
  lastOkAt: numberOrNull(row["last_ok_at"]),
  onAir: row["on_air"] === 1,
});

/** The subscriptions in force, oldest first, and the channels they name. */
export async function readRoutes(db: D1Database): Promise<Routes> {
  const [subscriptions, channels, silences] = await db.batch<Row>([
    db.prepare("SELECT * FROM subscriptions WHERE enabled = 1 ORDER BY created_at, id"),
    db.prepare("SELECT id, kind, enabled, disabled_reason FROM channels"),
    db.prepare("SELECT * FROM silences"),
  ]);
  return {
    subscriptions: subscriptions!.results.map(subscriptionOf),
    channels: channels!.results.map((row) => ({
      id: String(row["id"]),
      kind: String(row["kind"]),
      enabled: row["enabled"] === 1,
      disabledReason: row["disabled_reason"] as string | null,
    })),
    silences: silences!.results.map(silenceOf),
  };
}

/** Which deliveries told these events on these channels: they were made at the instant the event was detected. */
export async function readEarlier(
  db: D1Database,
  asked: { channelId: string; eventId: string; detectedAt: number }[],
): Promise<EarlierDelivery[]> {
  const { results } = await db
    .prepare(
      `SELECT coalesce(m.id, d.id) AS id, coalesce(m.status, d.status) AS status, d.channel_id, d.next_attempt_at,
         json_extract(a.value, '$.eventId') AS event_id
       FROM json_each(?1) a
       JOIN deliveries d ON d.channel_id = json_extract(a.value, '$.channelId') AND d.made_at = json_extract(a.value, '$.detectedAt')
       LEFT JOIN deliveries m ON m.id = d.summary
       WHERE EXISTS (SELECT 1 FROM json_each(d.items) i
         WHERE json_extract(i.value, '$.event') = json_extract(a.value, '$.eventId'))`,
    )
    .bind(JSON.stringify(asked))
    .all<Row>();
  return results.map((row) => ({
    channelId: String(row["channel_id"]),
    eventId: String(row["event_id"]),
    deliveryId: String(row["id"]),
    status: row["status"] as EarlierDelivery["status"],
    heldUntil: numberOrNull(row["next_attempt_at"]),
  }));
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

const silenceOf = (row: Row): Silence => ({
  id: String(row["id"]),
  targetId: row["target_id"] as string | null,
  watchlistId: row["watchlist_id"] as string | null,
  type: row["type"] as string | null,
  until: Number(row["until"]),
  reason: String(row["reason"]),
  createdAt: Number(row["created_at"]),
});
