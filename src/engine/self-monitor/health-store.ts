import { perMinuteOf, type ConfiguredBudget } from "../../core/budget.ts";
import { saysUsedUp } from "../../core/database-use.ts";
import { horizonOf, type Horizon } from "../../core/knowledge.ts";
import { UNLEARNED } from "../prediction/population-prior.ts";
import { IDLE } from "../../core/load.ts";
import { SOUND, type HealthSnapshot } from "../../core/health-snapshot.ts";
import { NO_INCIDENTS } from "../../core/active-incidents.ts";
import { CALM } from "../../core/drift-detector.ts";
import { proofOf, type Seen } from "../../core/proof.ts";
import type { Proving } from "./watch-channels.ts";
import type { Health, SelfDeps, StoredHealth } from "./self-monitor.ts";
import { channelWatchStore } from "../deliver/channel-store.ts";
import { SCHEMA } from "../../db/latest-migration.ts";
import { withRetries } from "../../db/retries.ts";
import { reader, type Row } from "../../db/row.ts";
import { ledger, ticker } from "../schema/schema.ts";
import { SEQ_PER_MS } from "../../core/event.ts";

/** Number of the last migration. A database with a higher floor cannot be used by this version. */
const SCHEMA_NUMBER = Number.parseInt(SCHEMA, 10);

/** The columns of the ticker `k` and the ledger `y` that make up the health snapshot. */
export const HEALTH_SNAPSHOT = `k.made_at, k.last_tick_at, k.spacing_ms, k.gate, k.breakers, k.watch, k.load, k.pool, k.health, k.polls_per_minute,
  y.last_poll_at, y.failing_since, y.failed_polls, k.account IS NOT NULL AS has_account, k.proof -> '$.service.rests' AS rests`;

const readTicker = reader(ticker);
const readLedger = reader(ledger);

/** What ticks found and reported. What is not stored counts as healthy. */
export const healthOf = ({ findings, standing }: StoredHealth): Health => ({
  findings: { ...SOUND, ...findings },
  standing: standing ?? NO_INCIDENTS,
});

/** Facts that come from the configuration, not from the database. */
export interface ConfigFacts {
  /** True if the configuration or the demo provides the polled service. */
  service: boolean;
  /** True if ticks replay other days. */
  replays: boolean;
  budget: ConfiguredBudget;
}

/** Builds the health snapshot from the rows of the ticker and the ledger. */
export function healthSnapshotOf(row: Row, provided: ConfigFacts): HealthSnapshot & Health {
  const {
    breakers,
    watch,
    load,
    pool: prior,
    health,
    pollsPerMinute,
  } = readTicker(row, "breakers", "watch", "load", "pool", "health", "pollsPerMinute");
  return {
    ...readTicker(row, "madeAt", "lastTickAt", "spacingMs", "gate"),
    ...readLedger(row, "lastPollAt", "failingSince", "failedPolls"),
    breakers,
    watch: { ...CALM, ...watch },
    load: { ...IDLE, ...load },
    pool: prior ?? UNLEARNED,
    connected: provided.service || row["has_account"] === 1,
    rests: JSON.parse(String(row["rests"] ?? "[]")) as string[],
    replays: provided.replays,
    perMinute: perMinuteOf(provided.budget, pollsPerMinute),
    ...healthOf(health),
  };
}

/** The health snapshot, or the reason why it cannot be read. `schema` means that this version needs another schema. */
export async function readHealthSnapshot(
  db: D1Database,
  provided: ConfigFacts,
): Promise<HealthSnapshot | "schema" | "database" | "database_quota"> {
  try {
    const row = await db
      .prepare(
        `SELECT ${HEALTH_SNAPSHOT}, k.schema_floor <= ?2 AND EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?1) AS fits
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
      )
      .bind(SCHEMA, SCHEMA_NUMBER)
      .first<Row>();
    return row?.["fits"] === 1 ? healthSnapshotOf(row, provided) : "schema";
  } catch (thrown) {
    if (saysUsedUp(thrown)) return "database_quota";
    return /no such (table|column)/.test(String(thrown)) ? "schema" : "database";
  }
}

/** What determines whether states are still known. Throws if the database cannot be read. */
export async function readHorizon(db: D1Database, provided: ConfigFacts, wallNow: number): Promise<Horizon> {
  const read = await readHealthSnapshot(db, provided);
  if (typeof read === "string") throw new Error(`the database does not say how polling is doing: ${read}`);
  return horizonOf(read, wallNow);
}

/** The first event of a type since the rule applies. Reads nothing if the proof already has one. */
const seenSince = (part: "start" | "end", type: string): string =>
  `CASE WHEN k.proof ->> '$.since' IS NOT NULL AND k.proof ->> '$.${part}.at' IS NULL THEN (
     SELECT json_object('targetId', e.target_id, 'name', e.target ->> 'name', 'at', e.detected_at,
       'withinSeconds', (e.detected_at - coalesce(e.window_from, e.detected_at)) / 1000)
     FROM events e INDEXED BY events_type WHERE e.type = '${type}' AND e.span IS NOT NULL
       AND e.seq > (k.proof ->> '$.since') * ${SEQ_PER_MS} AND coalesce(e.data ->> '$.initial', 0) = 0
     ORDER BY e.seq LIMIT 1) END AS seen_${part}`;

const SEEN = `k.proof, ${seenSince("start", "live.started")}, ${seenSince("end", "live.ended")}`;

const seenIn = (value: Row[string] | undefined): Seen | null =>
  value == null ? null : (JSON.parse(String(value)) as Seen);

const provingIn = (row: Row): Proving => ({
  proof: proofOf(readTicker(row, "proof").proof),
  start: seenIn(row["seen_start"]),
  end: seenIn(row["seen_end"]),
});

/** Problems of Tallylight itself, stored in the ticker's row. */
export const selfStore = (
  db: D1Database,
  { lostKeys, rowsADay, rule }: Pick<SelfDeps, "lostKeys" | "rowsADay" | "rule">,
  provided: ConfigFacts,
): SelfDeps => ({
  // Retries, so that a database that fails at times can still be reported.
  async pulse() {
    const read = db.prepare(
      `SELECT ${HEALTH_SNAPSHOT}, ${SEEN}, EXISTS (SELECT 1 FROM channels WHERE failure IS NOT NULL) AS troubled,
         y.counters ->> '$."d1|rowsRead"' AS rows_read, y.counters ->> '$."d1|rowsWritten"' AS rows_written
       FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
    );
    const row = (await withRetries(() => read.first<Row>()))!;
    const counted = { read: Number(row["rows_read"]), written: Number(row["rows_written"]) };
    return { ...healthSnapshotOf(row, provided), troubled: row["troubled"] === 1, counted, proving: provingIn(row) };
  },

  async keep(health) {
    const stored = db.prepare("UPDATE ticker SET health = ?1 WHERE id = 1").bind(JSON.stringify(health));
    await withRetries(() => stored.run());
  },

  async keepProof(proof) {
    const stored = `UPDATE ticker SET proof = json_patch(?1, json_object('service', proof -> '$.service')) WHERE id = 1`;
    await withRetries(() =>
      db
        .prepare(stored)
        .bind(JSON.stringify(proof ?? {}))
        .run(),
    );
  },

  lostKeys,
  rowsADay,
  rule,
  channels: channelWatchStore(db),
});
