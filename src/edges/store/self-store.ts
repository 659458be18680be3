import { saysUsedUp } from "../../core/database-use.ts";
import { UNLEARNED } from "../../core/habit/pool.ts";
import { IDLE } from "../../core/load.ts";
import { SOUND, type HealthSnapshot } from "../../core/pulse.ts";
import { NONE_STANDING } from "../../core/self-watch.ts";
import { CALM } from "../../core/upstream-watch.ts";
import type { Health, SelfDeps, StoredHealth } from "../../flows/self/look.ts";
import { channelWatchStore } from "./channel-store.ts";
import { SCHEMA } from "./latest-migration.ts";
import { withRetries } from "./retries.ts";
import { reader, type Row } from "./row.ts";
import { ledger, ticker } from "./schema.ts";

/** The number of the last migration: a database whose floor is above it was changed so that this version cannot use it. */
const SCHEMA_NUMBER = Number.parseInt(SCHEMA, 10);

/** The columns of the ticker `k` and the tally `y` that the pulse is made of. */
export const HEALTH_SNAPSHOT = `k.made_at, k.last_tick_at, k.spacing_ms, k.gate, k.watch, k.load, k.pool, k.health,
  y.last_poll_at, y.failing_since, y.failed_polls, k.account IS NOT NULL AS has_account`;

const readTicker = reader(ticker);
const readLedger = reader(ledger);

/** What the ticks found and told; what an older version did not write is as if all were well. */
export const healthOf = ({ findings, standing }: StoredHealth): Health => ({
  findings: { ...SOUND, ...findings },
  standing: standing ?? NONE_STANDING,
});

/** What the configuration says that no row does. */
export interface Given {
  /** True where it, or the demo, says where the polled service is. */
  service: boolean;
  /** True where ticks replay other days. */
  replays: boolean;
  /** The budget: calls a minute. */
  perMinute: number;
}

/** How things are, from the rows of the ticker and the tally. */
export function healthSnapshotOf(row: Row, given: Given): HealthSnapshot & Health {
  const { watch, load, pool: prior, health } = readTicker(row, "watch", "load", "pool", "health");
  return {
    ...readTicker(row, "madeAt", "lastTickAt", "spacingMs", "gate"),
    ...readLedger(row, "lastPollAt", "failingSince", "failedPolls"),
    watch: { ...CALM, ...watch },
    load: { ...IDLE, ...load },
    pool: prior ?? UNLEARNED,
    connected: given.service || row["has_account"] === 1,
    replays: given.replays,
    perMinute: given.perMinute,
    ...healthOf(health),
  };
}

/** The pulse where the database has the schema that this version needs; else what is wrong. */
export async function readHealthSnapshot(
  db: D1Database,
  given: Given,
): Promise<HealthSnapshot | "schema" | "database" | "database_quota"> {
  try {
    const row = await db
      .prepare(
        `SELECT ${HEALTH_SNAPSHOT}, k.schema_floor <= ?2 AND EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?1) AS fits
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
      )
      .bind(SCHEMA, SCHEMA_NUMBER)
      .first<Row>();
    return row?.["fits"] === 1 ? healthSnapshotOf(row, given) : "schema";
  } catch (thrown) {
    if (saysUsedUp(thrown)) return "database_quota";
    return /no such (table|column)/.test(String(thrown)) ? "schema" : "database";
  }
}

/** The system's own troubles, kept on the ticker's row. */
export const selfStore = (
  db: D1Database,
  { lostKeys, rowsADay }: Pick<SelfDeps, "lostKeys" | "rowsADay">,
  given: Given,
): SelfDeps => ({
  // A database that loses some calls must not keep it from being said that it does.
  async pulse() {
    const read = db.prepare(
      `SELECT ${HEALTH_SNAPSHOT}, EXISTS (SELECT 1 FROM channels WHERE failure IS NOT NULL) AS troubled,
         y.counters ->> '$."d1|rowsRead"' AS rows_read, y.counters ->> '$."d1|rowsWritten"' AS rows_written
       FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
    );
    const row = (await withRetries(() => read.first<Row>()))!;
    const counted = { read: Number(row["rows_read"]), written: Number(row["rows_written"]) };
    return { ...healthSnapshotOf(row, given), troubled: row["troubled"] === 1, counted };
  },

  async keep(health) {
    const stored = db.prepare("UPDATE ticker SET health = ?1 WHERE id = 1").bind(JSON.stringify(health));
    await withRetries(() => stored.run());
  },

  lostKeys,
  rowsADay,
  channels: channelWatchStore(db),
});
