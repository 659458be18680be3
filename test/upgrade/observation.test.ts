import { expect, test } from "vitest";
import { readMigrations } from "../../scripts/host/migrations.ts";
import { pastMonths } from "../../src/edges/store/past-months.ts";
import { migrate } from "../support/migrate.ts";
import { sqliteD1 } from "../support/sqlite-d1.ts";

const DAY = 86_400_000;
const CREATED = Date.UTC(2026, 9, 1);
const LAST_TICK = CREATED + 40 * DAY;
const NOW = LAST_TICK + DAY;

const OFF = '{"verdict":"off","since":0}';

/** Creators as a version stored them that recorded no gaps. */
const CREATORS: Record<string, { state: string | null; enabled: number; unknownSince: number | null }> = {
  known: { state: OFF, enabled: 1, unknownSince: null },
  never: { state: null, enabled: 1, unknownSince: null },
  paused: { state: OFF, enabled: 0, unknownSince: null },
  unknown: { state: OFF, enabled: 1, unknownSince: LAST_TICK - DAY },
};

test("nothing is known of the time before an upgrade, and of creators who were paused then nothing after it", async () => {
  const all = await readMigrations();
  const at = all.findIndex(({ name }) => name.endsWith("_observation.sql"));
  const db = sqliteD1();
  await migrate(db, all.slice(0, at));
  await db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(LAST_TICK).run();
  for (const [id, { state, enabled, unknownSince }] of Object.entries(CREATORS))
    await db
      .prepare(
        `INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
           announce_initial, settings, state, unknown_since, last_ok_at, created_at, updated_at, sheet_id)
         VALUES (?1, 'wl_default', 'live', ?1, '{"userId":"7"}', ?1, 60, 1, ?2, 0, '{}', ?3, ?4, ?5, ?6, ?6, 1)`,
      )
      .bind(id, enabled, state, unknownSince, id === "known" ? NOW : LAST_TICK - 60_000, CREATED)
      .run();
  await migrate(db, all);
  const query = {
    watchlistId: null,
    events: {},
    eventsFrom: CREATED,
    spans: [{ from: CREATED, to: NOW }],
    viewers: null,
    horizon: { now: NOW, turn: 0, lastProof: NOW, lastVerdict: NOW, refused: {} },
  };
  const { items } = await pastMonths(db, query, null, 10);
  const gaps = Object.fromEntries(items.map(({ target, gaps: own }) => [target.id, own]));
  expect(gaps).toEqual({
    known: [[CREATED, LAST_TICK]],
    never: [[CREATED, Infinity]],
    paused: [[CREATED, Infinity]],
    unknown: [[CREATED, Infinity]],
  });
});
