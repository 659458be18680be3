import { surelyKnown } from "../test/support/readings.ts";
import { unlimited } from "../test/support/setting.ts";
import { performance } from "node:perf_hooks";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readMigrations, statementsOf } from "../host/runtime/migrations.ts";
import { metered } from "../src/db/meter.ts";
import { airtimeStore } from "../src/features/reports/airtime-store.ts";
import { historyStore } from "../src/features/digests/history-store.ts";
import { gather } from "../src/features/digests/edition/gather.ts";
import { sections } from "../src/sections/registry.ts";
import type { Bench, Row } from "./bench.ts";
import { roomStore } from "../src/features/reports/room.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const TO = Date.UTC(2026, 10, 16, 8);
const TARGETS = 1000;
const DAYS = 38;

const kinds = Object.values(sections).map(({ kind, name }) => ({ kind, section: name }));

/** What a point of a kind's time series says: as many series as the kind usually has. */
const values: Record<string, (n: number) => Record<string, number>> = {
  live: () => ({}),
  ranking: (n) => ({ "place:0.1": 1 + (n % 90), "place:1.8": 1 + (n % 40) }),
  hashtag: (n) => series(20, { "views:": 1e6 + n * 997, "uses:": 1e4 + n * 13, "position:": 1 }),
  products: (n) => series(20, { "price:": 19.99, "sold:": 1000 + n * 3 }),
};

function series(count: number, all: Record<string, number>): Record<string, number> {
  const created: Record<string, number> = {};
  for (let index = 0; index < count; index++)
    for (const [name, value] of Object.entries(all)) created[`${name}${index}`] = value * (1 + index / 10);
  return created;
}

async function filled(): Promise<Miniflare> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false }),
  );
  const db = await miniflare.getD1Database("DB");
  for (const migration of await readMigrations())
    await db.batch(statementsOf(migration).map((statement) => db.prepare(statement)));
  const run = (sql: string, ...bound: (string | number)[]) =>
    db
      .prepare(sql)
      .bind(...bound)
      .run();
  for (const { kind } of kinds) {
    await run(
      `INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
         announce_initial, settings, sheet_id, created_at, updated_at, gaps)
       SELECT 'tgt_' || ?1 || value, 'wl_default', ?1, value, '{"region":"US"}', value, 60, 1, 1, 0, '{}', 1, ?2, ?2, '[]'
       FROM json_each(?3)`,
      kind,
      TO - 90 * DAY,
      JSON.stringify(Array.from({ length: TARGETS / kinds.length }, (_, n) => String(n))),
    );
    for (let day = 0; day < DAYS; day++) await dayOf(kind, TO - (TO % DAY) - day * DAY, run);
  }
  return miniflare;
}

/** A broadcast of each creator, or a day of the series of each other target: as many points as such a one has. */
async function dayOf(
  kind: string,
  begin: number,
  run: (sql: string, ...bound: (string | number)[]) => Promise<unknown>,
): Promise<void> {
  if (kind === "live") {
    const data = { startedAt: new Date(begin + 2 * HOUR).toISOString(), durationSeconds: 7200 };
    await run(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       SELECT ?1 * 512 + t.rowid, 'evt_' || t.id || ?1, 'live.ended', t.id, 'wl_default', '{}', ?1, ?1, ?1, ?2, 'c'
       FROM targets t WHERE t.kind = 'live'`,
      begin + 4 * HOUR,
      JSON.stringify(data),
    );
    return;
  }
  const points = Array.from({ length: kind === "ranking" ? 8 : 24 }, (_, hour) => [
    begin + hour * HOUR,
    values[kind]!(Math.floor(begin / DAY) * 24 + hour),
  ]);
  const renamed = ["views", "uses", "position", "price", "sold"].reduce(
    (text, name) => `replace(${text}, '"${name}:', '"${name}:' || t.rowid || '_')`,
    "?3",
  );
  await run(
    `INSERT INTO samples (target_id, day, points) SELECT t.id, ?2, ${renamed} FROM targets t WHERE t.kind = ?1`,
    kind,
    Math.floor(begin / DAY),
    JSON.stringify(points),
  );
}

/** What a digest of seven days over a thousand targets costs, 250 of each kind: D1 rows, statements, time. */
export const digest: Bench = {
  name: "digest",
  async run() {
    const miniflare = await filled();
    try {
      const rows: Row[] = [];
      for (const sections of [...kinds.map(({ section }) => [section]), kinds.map(({ section }) => section)]) {
        const counts: Record<string, number> = {};
        const count = (key: string, by: number) => (counts[key] = (counts[key] ?? 0) + by);
        const db = metered((await miniflare.getD1Database("DB")) as never, { statements: 0 }, 100_000, count);
        const from = performance.now();
        const facts = { name: "Movers", watchlistId: null, timezone: "Europe/Berlin", sections };
        const content = await gather(facts, { from: TO - WEEK, to: TO }, TO, {
          ...historyStore(db),
          ...roomStore(db, unlimited),
          airtime: airtimeStore(db, unlimited, surelyKnown),
          retentionMs: 90 * DAY,
        });
        rows.push({
          what: sections.length === 1 ? sections[0]! : "all four",
          "rows read": counts["d1|rowsRead"] ?? 0,
          statements: counts["d1|statements"] ?? 0,
          ms: Math.round(performance.now() - from),
          "content bytes": JSON.stringify(content).length,
        });
      }
      return rows;
    } finally {
      await miniflare.dispose();
    }
  },
};
