import { perMinuteOf, type ConfiguredBudget } from "../../core/budget.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { err, ok } from "../../core/result.ts";
import type { MetricsReading } from "./metrics.ts";
import type { StatusReading } from "./status.ts";
import type { PollNowDeps } from "../../engine/upstream/poll-now.ts";
import type { Assigned } from "../../engine/poll/assign.ts";
import { AIRING_COLUMNS, airingOf, onAirOf } from "../now/live-store.ts";
import { PENDING } from "../../engine/deliver/channel-store.ts";
import { due } from "../../engine/deliver/outbox-due.ts";
import { reader, type Row } from "../../db/row.ts";
import { ledger, ticker } from "../../engine/schema/schema.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type ConfigFacts } from "../../engine/self-monitor/health-store.ts";
import { SEALED_BY, sealedByOf } from "../../engine/upstream/encrypted-store.ts";
import { endsOf } from "../../engine/poll/batch-ledger.ts";

const readTicker = reader(ticker);
const readLedger = reader(ledger);

/** Calls that were granted but not made. The next tick gives them back. */
const UNSPENT = "max(0, (SELECT unspent FROM tally WHERE id = 1) - refunded)";

/** The budget, calls per minute. */
const PER_MINUTE = "coalesce(?2, min(?4, coalesce(polls_per_minute, ?3)))";

/** Without a tick for this long, nothing is known to have refilled the budget. */
const TICKING_MS = 120_000;

/**
 * What the next tick will refill for the time until ?5: nothing while ticks are replayed, have stopped, or the service
 * refuses calls.
 */
const REFILLED = `iif(?5 > last_tick_at AND ?5 - last_tick_at < ${TICKING_MS} AND filled_at > 1 AND gate IS NULL,
  min(60000, max(0, ?5 - filled_at)) * ${PER_MINUTE} / 60000.0, 0)`;

/**
 * Takes `calls` from the budget, which ticks refill. A budget that was never filled is full. With `at` (epoch ms), it
 * may also take what has been refilled since the last tick, so that something urgent finds a call even where ticks use
 * all of them.
 */
export async function spend(
  db: D1Database,
  calls: number,
  budget: ConfiguredBudget,
  at = 0,
): ReturnType<PollNowDeps["spend"]> {
  const held = `iif(filled_at = 0, ${PER_MINUTE}, tokens)`;
  const row = await db
    .prepare(
      `UPDATE ticker SET tokens = ${held} - ?1, filled_at = max(filled_at, 1)
       WHERE id = 1 AND ${held} + ${UNSPENT} + ${REFILLED} >= ?1 RETURNING tokens`,
    )
    .bind(calls, budget.environment, budget.otherwise, budget.most, at)
    .first<Row>();
  if (row !== null) return ok(null);
  const stored = await db.prepare("SELECT polls_per_minute FROM ticker WHERE id = 1").first<number>("polls_per_minute");
  return err(Math.max(1, Math.ceil((calls * 60) / perMinuteOf(budget, stored))));
}

/** Due deliveries are counted one by one up to this number. Beyond, pending ones are counted. */
const MAX_DUE = 20;

/** Number of deliveries that are searched for due ones. Others wait for their message or their channel. */
const LOOKED_THROUGH = 150;

// As of the last tick, or of the creation time for later ones from API calls. A delivery of an edition that is still to
// be written is due as well.
const NOW = "max(k.last_tick_at, d.made_at)";
const DUE_DELIVERIES = `SELECT 1 FROM (SELECT * FROM deliveries INDEXED BY deliveries_due WHERE status = 'pending'
      AND next_attempt_at <= max(?1, (SELECT last_tick_at FROM ticker WHERE id = 1)) ORDER BY next_attempt_at LIMIT ${LOOKED_THROUGH}) d
    JOIN channels c ON c.id = d.channel_id, ticker k
  WHERE k.id = 1 AND ${due(NOW, "d.made_at")} AND c.paused_until <= ${NOW}
  UNION ALL SELECT 1 FROM fanouts LIMIT ${MAX_DUE}`;

/** Limit on the events of a watchlist that are counted. Each reads two rows. */
const MAX_EVENTS = 100;

/** Limit on the subscriptions that are counted. */
const MAX_SUBSCRIPTIONS = 100;

/**
 * Counts of one watchlist, named like those in `counts`; and the subscriptions that receive its events, with their
 * channels. With `?2` only the subscriptions that belong to it.
 */
const COUNTS_OF_LIST = `
  WITH taking AS MATERIALIZED (
    SELECT channel_id FROM subscriptions WHERE target_id IS NULL AND watchlist_id = ?1
    UNION ALL SELECT channel_id FROM (SELECT channel_id FROM subscriptions WHERE target_id IS NULL AND watchlist_id IS NULL
      AND NOT ?2 LIMIT ${MAX_SUBSCRIPTIONS})
    UNION ALL SELECT channel_id FROM (SELECT * FROM subscriptions WHERE target_id IS NOT NULL LIMIT ${MAX_SUBSCRIPTIONS}) s
      WHERE EXISTS (SELECT 1 FROM targets t WHERE t.id = s.target_id AND t.watchlist_id = ?1)
        AND (NOT ?2 OR s.watchlist_id IS NULL OR s.watchlist_id = ?1)
    LIMIT ${MAX_SUBSCRIPTIONS})
  SELECT 'targets|' || kind AS name, n FROM list_counts WHERE watchlist_id = ?1
  UNION ALL SELECT 'subscriptions', count(*) FROM taking
  UNION ALL SELECT 'channels', count(DISTINCT channel_id) FROM taking
  UNION ALL SELECT 'events', count(*) FROM (
    SELECT 1 FROM events h CROSS JOIN events e ON e.seq BETWEEN h.seq AND h.seq + h.span - 1 AND e.type = h.type AND e.watchlist_id = ?1
    WHERE h.watchlist_id = ?1 AND h.span IS NOT NULL LIMIT ${MAX_EVENTS})
  UNION ALL SELECT name, n FROM counts WHERE name GLOB 'deliveries|*'`;

/**
 * Reads the status in one D1 batch with a bounded number of rows. `wallNow` (epoch ms) is no earlier than the creation
 * time of any delivery from an API call.
 */
export async function readStatus(
  db: D1Database,
  provided: ConfigFacts,
  maxLive: number,
  watchlistId: string | null,
  wallNow: number,
  alone = false,
): Promise<StatusReading> {
  const [read, counted, live, waiting, sealed] = await db.batch<Row>([
    db.prepare(
      `SELECT ${HEALTH_SNAPSHOT}, k.tokens + ${UNSPENT} AS tokens, k.filled_at, k.dealt, y.done, y.freed, y.counters, ${PENDING} AS pending
       FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
    ),
    watchlistId === null
      ? db.prepare("SELECT name, n FROM counts")
      : db.prepare(COUNTS_OF_LIST).bind(watchlistId, alone ? 1 : 0),
    db.prepare(onAirOf(AIRING_COLUMNS.join(", "), "?2", watchlistId === null ? null : "?1")).bind(watchlistId, maxLive),
    db.prepare(`SELECT count(*) AS n FROM (${DUE_DELIVERIES})`).bind(wallNow),
    ...(watchlistId === null ? [db.prepare(SEALED_BY)] : []),
  ]);
  const row = read!.results[0]!;
  const healthSnapshot = healthSnapshotOf(row, provided);
  const counts = new Map(counted!.results.map(({ name, n }) => [String(name), Number(n)]));
  const { counters } = readLedger(row, "counters");
  const found = Object.entries(counters).reduce((sum, [key, n]) => (key.startsWith("events|") ? sum + n : sum), 0);
  const deliveries: StatusReading["deliveries"] = {
    ...within(counts, "deliveries|"),
    pending: Number(row["pending"]),
  };
  const dueNow = Number(waiting!.results[0]!["n"]);
  const awaited = unfinished(row, healthSnapshot.lastTickAt);
  return {
    pulse: healthSnapshot,
    ...readTicker(row, "tokens", "filledAt"),
    lagSeconds: Math.max(
      healthSnapshot.load.lagSeconds,
      ...awaited.map(([, dueAt]) => (healthSnapshot.lastTickAt - dueAt) / 1000),
    ),
    targets: within(counts, "targets|"),
    onAir: live!.results.map(airingOf),
    channels: counts.get("channels") ?? 0,
    subscriptions: counts.get("subscriptions") ?? 0,
    events: counts.get("events") ?? found,
    deliveries,
    pending: {
      polls: awaited.reduce((sum, [targets]) => sum + targets, 0),
      deliveries: dueNow < MAX_DUE ? dueNow : (deliveries.pending ?? dueNow),
    },
    sealed: sealed === undefined ? null : sealed.results.map(sealedByOf),
  };
}

/** The nonzero counts whose names begin with `begin`, by the rest of their names. */
const within = (counts: Map<string, number>, begin: string): Record<string, number> =>
  Object.fromEntries(
    [...counts]
      .filter(([name, n]) => name.startsWith(begin) && n > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, n]) => [name.slice(begin.length), n]),
  );

/**
 * Batches assigned within the lease that have neither finished nor been released. Targets that are due but unclaimed
 * are not included: the last tick left them out because of the budget or the circuit breaker, which `lagSeconds`
 * reports.
 */
function unfinished(row: Row, lastTickAt: number): Assigned[string] {
  const { done, freed: released } = readLedger(row, "done", "freed");
  const endOf = endsOf(done, released);
  return Object.entries(readTicker(row, "dealt").dealt).flatMap(([tick, batches]) =>
    lastTickAt - Number(tick) >= LEASE_MS ? [] : batches.filter((_, slot) => endOf(slot, Number(tick)) === null),
  );
}

/** Reads the metrics in one D1 batch. The counters are in the ledger's row. */
export async function readMetrics(db: D1Database): Promise<MetricsReading> {
  const [read, counted] = await db.batch<Row>([
    db.prepare(
      `SELECT k.last_tick_at, k.tokens + ${UNSPENT} AS tokens, k.filled_at, k.polls_per_minute, y.counters FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
    ),
    db.prepare("SELECT name, n FROM counts WHERE name GLOB 'targets|*'"),
  ]);
  const row = read!.results[0]!;
  const counts = new Map(counted!.results.map(({ name, n }) => [String(name), Number(n)]));
  return {
    ...readLedger(row, "counters"),
    targets: Object.entries(within(counts, "targets|")).map(([kind, count]) => ({ kind, count })),
    ...readTicker(row, "lastTickAt", "tokens", "filledAt", "pollsPerMinute"),
  };
}
