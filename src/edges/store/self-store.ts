import { IDLE, SOUND, type Findings, type Load, type Pulse } from "../../core/pulse.ts";
import { NONE_STANDING, type Standing } from "../../core/self-watch.ts";
import { CALM, type Watch } from "../../core/upstream-watch.ts";
import type { Gate } from "../../core/gate.ts";
import type { Health, SelfDeps } from "../../flows/self/look.ts";

type Row = Record<string, string | number | null>;

/** What this version's statements need: the last of the migrations. */
export const SCHEMA = "0006_one_declaration.sql";

/** The columns of the ticker `k` and the tally `y` that the pulse is made of. */
export const PULSE = `k.made_at, k.last_tick_at, k.spacing_ms, k.gate, k.watch, k.load, k.health,
  y.last_poll_at, y.failing_since, y.failed_polls`;

/** What the ticks found and told, as the ticker keeps it. */
export function healthOf(text: string): Health {
  const health = JSON.parse(text) as { findings?: Partial<Findings>; standing?: Standing };
  return { findings: { ...SOUND, ...health.findings }, standing: health.standing ?? NONE_STANDING };
}

/** How things are, from the rows of the ticker and the tally; what an older version did not write is as if all were well. */
export function pulseOf(row: Row): Pulse & Health {
  return {
    madeAt: Number(row["made_at"]),
    lastTickAt: Number(row["last_tick_at"]),
    spacingMs: Number(row["spacing_ms"]),
    gate: row["gate"] === null ? null : (JSON.parse(String(row["gate"])) as Gate),
    watch: { ...CALM, ...(JSON.parse(String(row["watch"])) as Partial<Watch>) },
    load: { ...IDLE, ...(JSON.parse(String(row["load"])) as Partial<Load>) },
    lastPollAt: Number(row["last_poll_at"]),
    failingSince: Number(row["failing_since"]),
    failedPolls: Number(row["failed_polls"]),
    ...healthOf(String(row["health"])),
  };
}

/** The pulse where the database has the tables that this version needs; `schema` or `database` says what is missing. */
export async function readPulse(db: D1Database): Promise<Pulse | "schema" | "database"> {
  try {
    const row = await db
      .prepare(
        `SELECT ${PULSE}, EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?1) AS fits
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
      )
      .bind(SCHEMA)
      .first<Row>();
    return row?.["fits"] === 1 ? pulseOf(row) : "schema";
  } catch (thrown) {
    return /no such (table|column)/.test(String(thrown)) ? "schema" : "database";
  }
}

/** The system's own troubles, kept on the ticker's row. */
export const selfStore = (db: D1Database, lostKeys: SelfDeps["lostKeys"]): SelfDeps => ({
  async pulse() {
    const row = await db.prepare(`SELECT ${PULSE} FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`).first<Row>();
    return pulseOf(row!);
  },

  async keep(health) {
    await db.prepare("UPDATE ticker SET health = ?1 WHERE id = 1").bind(JSON.stringify(health)).run();
  },

  lostKeys,
});
