import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Gate } from "../../core/gate.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { err, ok } from "../../core/result.ts";
import type { MetricsReading } from "../../flows/browse/metrics.ts";
import type { Pulse } from "../../flows/browse/health.ts";
import type { StatusReading } from "../../flows/browse/status.ts";
import type { PollNowDeps } from "../../flows/manage/poll-now.ts";

type Row = Record<string, string | number | null>;

const TICKER = "SELECT * FROM ticker WHERE id = 1";

const gateOf = (row: Row): Gate | null => (row["gate"] === null ? null : (JSON.parse(String(row["gate"])) as Gate));

/** The ticker's row, null where the database or its schema is missing. */
export async function readPulse(db: D1Database): Promise<Pulse | null> {
  const row = await db
    .prepare(TICKER)
    .first<Row>()
    .catch(() => null);
  if (row === null) return null;
  return { lastTickAt: Number(row["last_tick_at"]), spacingMs: Number(row["spacing_ms"]), gate: gateOf(row) };
}

/** Takes `calls` from the bucket, which only ticks refill; one that was never filled is full. */
export async function spend(db: D1Database, calls: number, perMinute: number): ReturnType<PollNowDeps["spend"]> {
  const held = "iif(filled_at = 0, ?2, tokens)";
  const row = await db
    .prepare(
      `UPDATE ticker SET tokens = ${held} - ?1, filled_at = max(filled_at, 1) WHERE id = 1 AND ${held} >= ?1
       RETURNING tokens`,
    )
    .bind(calls, perMinute)
    .first<Row>();
  return row === null ? err(Math.max(1, Math.ceil((calls * 60) / perMinute))) : ok(null);
}

// A claim counts until its batch is in or its lease is over. What is due and unclaimed was left out by the last tick, for
// the budget or the gate: `lagSeconds` tells of it, and waiting would not end it.
const PENDING_POLLS = `
  SELECT count(*) FROM sheets s, json_each(s.entries) e, ticker k
  WHERE k.id = 1 AND coalesce((s.edits -> e.key) ->> 'gone', 0) = 0
    AND e.value ->> 2 <> 0 AND k.last_tick_at - (e.value ->> 2) < ${LEASE_MS} AND NOT EXISTS (
      SELECT 1 FROM tally y, json_each(y.done) d WHERE y.slot = e.value ->> 3 AND d.value = e.value ->> 2)`;

// As the outbox takes them, save that a lease does not matter. What was made by an API call is due when it is made.
const PENDING_DELIVERIES = `
  SELECT count(*) FROM deliveries d JOIN channels c ON c.id = d.channel_id, ticker k
  WHERE k.id = 1 AND d.status = 'pending' AND (d.next_attempt_at <= k.last_tick_at OR d.next_attempt_at = d.made_at)
    AND (c.paused_until <= k.last_tick_at OR c.paused_until <= d.made_at)
    AND NOT EXISTS (SELECT 1 FROM deliveries s WHERE s.id = d.edits AND s.status = 'pending')`;

/** Deliveries that are no longer pending are counted among the latest this many: D1 bills every row read. */
const COUNTED_DELIVERIES = 1000;

/** Everything that the status tells, in one D1 batch. */
export async function readStatus(db: D1Database): Promise<StatusReading> {
  const [ticker, targets, counts, deliveries, pending] = await db.batch<Row>([
    db.prepare(TICKER),
    db.prepare(
      `SELECT kind, count(*) AS count, json_group_array(json_object('id', id, 'name', name, 'state', json(state)))
         FILTER (WHERE enabled = 1 AND state ->> 'session' IS NOT NULL) AS on_air
       FROM targets GROUP BY kind ORDER BY kind`,
    ),
    db.prepare(
      `SELECT (SELECT count(*) FROM channels) AS channels, (SELECT count(*) FROM subscriptions) AS subscriptions,
         (SELECT coalesce(sum(c.value), 0) FROM tally, json_each(tally.counters) c WHERE c.key LIKE 'events|%') AS events`,
    ),
    db.prepare(
      `SELECT iif((status = 'pending' OR status = 'held' AND summary IS NULL) AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.id = channel_id),
         'suppressed', status) AS shown, count(*) AS count FROM deliveries
       WHERE status = 'pending' OR seq > (SELECT max(seq) FROM deliveries) - ${COUNTED_DELIVERIES} GROUP BY shown`,
    ),
    db.prepare(`SELECT (${PENDING_POLLS}) AS polls, (${PENDING_DELIVERIES}) AS deliveries`),
  ]);
  const row = ticker!.results[0]!;
  const count = counts!.results[0]!;
  return {
    lastTickAt: Number(row["last_tick_at"]),
    tokens: Number(row["tokens"]),
    filledAt: Number(row["filled_at"]),
    gate: gateOf(row),
    lagSeconds: (JSON.parse(String(row["load"])) as { lagSeconds?: number }).lagSeconds ?? 0,
    targets: targets!.results.map((one) => ({
      kind: String(one["kind"]),
      count: Number(one["count"]),
      onAir: JSON.parse(String(one["on_air"])) as StatusReading["targets"][number]["onAir"],
    })),
    channels: Number(count["channels"]),
    subscriptions: Number(count["subscriptions"]),
    events: Number(count["events"]),
    deliveries: Object.fromEntries(
      deliveries!.results.map((one) => [one["shown"] as DeliveryStatus, Number(one["count"])]),
    ),
    pending: {
      polls: Number(pending!.results[0]!["polls"]),
      deliveries: Number(pending!.results[0]!["deliveries"]),
    },
  };
}

/** Everything that the metrics tell, in one D1 batch: counters ride on the rows of the tally. */
export async function readMetrics(db: D1Database): Promise<MetricsReading> {
  const [ticker, targets, counters] = await db.batch<Row>([
    db.prepare("SELECT last_tick_at, tokens, filled_at FROM ticker WHERE id = 1"),
    db.prepare("SELECT kind, count(*) AS count FROM targets GROUP BY kind ORDER BY kind"),
    db.prepare("SELECT c.key, sum(c.value) AS total FROM tally, json_each(tally.counters) c GROUP BY c.key"),
  ]);
  const row = ticker!.results[0]!;
  return {
    counters: Object.fromEntries(counters!.results.map(({ key, total }) => [String(key), Number(total)])),
    targets: targets!.results.map(({ kind, count }) => ({ kind: String(kind), count: Number(count) })),
    lastTickAt: Number(row["last_tick_at"]),
    tokens: Number(row["tokens"]),
    filledAt: Number(row["filled_at"]),
  };
}
