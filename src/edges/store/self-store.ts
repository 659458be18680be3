import { UNLEARNED } from "../../core/habit/pool.ts";
import { IDLE, SOUND, type Pulse } from "../../core/pulse.ts";
import { NONE_STANDING } from "../../core/self-watch.ts";
import { CALM } from "../../core/upstream-watch.ts";
import type { Health, SelfDeps, StoredHealth } from "../../flows/self/look.ts";
import { withRetries } from "./retries.ts";
import { reader, type Row } from "./row.ts";
import { tally, ticker } from "./schema.ts";

/** What this version's statements need: the last of the migrations. */
export const SCHEMA = "0018_list_by_list.sql";

/** The columns of the ticker `k` and the tally `y` that the pulse is made of. */
export const PULSE = `k.made_at, k.last_tick_at, k.spacing_ms, k.gate, k.watch, k.load, k.pool, k.health,
  y.last_poll_at, y.failing_since, y.failed_polls, k.account IS NOT NULL AS has_account`;

const readTicker = reader(ticker);
const readTally = reader(tally);

/** What the ticks found and told; what an older version did not write is as if all were well. */
export const healthOf = ({ findings, standing }: StoredHealth): Health => ({
  findings: { ...SOUND, ...findings },
  standing: standing ?? NONE_STANDING,
});

/** How things are, from the rows of the ticker and the tally; `given`: whether the service is known without them. */
export function pulseOf(row: Row, given: boolean): Pulse & Health {
  const { watch, load, pool, health } = readTicker(row, "watch", "load", "pool", "health");
  return {
    ...readTicker(row, "madeAt", "lastTickAt", "spacingMs", "gate"),
    ...readTally(row, "lastPollAt", "failingSince", "failedPolls"),
    watch: { ...CALM, ...watch },
    load: { ...IDLE, ...load },
    pool: pool ?? UNLEARNED,
    connected: given || row["has_account"] === 1,
    ...healthOf(health),
  };
}

/** The pulse where the database has the tables that this version needs; `schema` or `database` says what is missing. */
export async function readPulse(db: D1Database, given: boolean): Promise<Pulse | "schema" | "database"> {
  try {
    const row = await db
      .prepare(
        `SELECT ${PULSE}, EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?1) AS fits
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
      )
      .bind(SCHEMA)
      .first<Row>();
    return row?.["fits"] === 1 ? pulseOf(row, given) : "schema";
  } catch (thrown) {
    return /no such (table|column)/.test(String(thrown)) ? "schema" : "database";
  }
}

/** The system's own troubles, kept on the ticker's row. */
export const selfStore = (db: D1Database, lostKeys: SelfDeps["lostKeys"], given: boolean): SelfDeps => ({
  // A database that loses some calls must not keep it from being said that it does.
  async pulse() {
    const read = db.prepare(`SELECT ${PULSE} FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`);
    return pulseOf((await withRetries(() => read.first<Row>()))!, given);
  },

  async keep(health) {
    const kept = db.prepare("UPDATE ticker SET health = ?1 WHERE id = 1").bind(JSON.stringify(health));
    await withRetries(() => kept.run());
  },

  lostKeys,
});
