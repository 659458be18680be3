import { CALM } from "../../src/core/drift-detector.ts";
import { SOUND, type HealthSnapshot } from "../../src/core/health-snapshot.ts";
import type { Json } from "../../src/core/json.ts";
import { IDLE } from "../../src/core/load.ts";
import { UNLEARNED } from "../../src/engine/prediction/population-prior.ts";
import type { Watched } from "../../src/features/now/now-reading.ts";

const MINUTE = 60_000;

/** The health of a system that ticked and polled at `now` without trouble. */
export const soundAt = (now: number): HealthSnapshot => ({
  madeAt: now - 600 * MINUTE,
  connected: true,
  rests: [],
  replays: false,
  perMinute: 60,
  lastTickAt: now,
  spacingMs: MINUTE,
  gate: null,
  breakers: {},
  watch: CALM,
  load: IDLE,
  pool: UNLEARNED,
  lastPollAt: now,
  failingSince: 0,
  failedPolls: 0,
  findings: SOUND,
});

/** The state of a live target that is on since `startedAt`. */
export const onSince = (startedAt: number, info: object | null = null): Json =>
  ({
    verdict: "on",
    since: startedAt,
    knownAt: null,
    room: "7100",
    session: {
      id: "ses_1",
      room: "7100",
      startedAt,
      startedAfter: startedAt - 60_000,
      lastOnAt: null,
      toldAt: startedAt,
      info,
    },
    flip: null,
    baseline: false,
  }) as Json;

/** The state of a live target that is off since then. */
export const offSince = (since: number): Json => ({
  verdict: "off",
  since,
  knownAt: null,
  room: null,
  session: null,
  flip: null,
  baseline: false,
});

/** A creator as pages read them. */
export const creatorOf = (id: string, state: Json, more: Partial<Watched> = {}): Watched => ({
  id,
  kind: "live",
  name: id,
  params: { userId: id },
  enabled: true,
  state,
  fault: null,
  consecutiveFaults: 0,
  lastOkAt: null,
  unknownSince: null,
  intervalSeconds: 60,
  createdAt: 0,
  gaps: [],
  pausedAt: null,
  ...more,
});

/** Names that try to break a page: markup, length, direction, invisible characters. */
export const HOSTILE_NAMES = [
  `<script>document.title = "broken"</script>`,
  `</bdi></li></ul><img src=x onerror="document.title='broken'">`,
  "Donaudampfschifffahrt".repeat(200),
  "\u202eSuna\u202c نور حكيم",
  "\u200b\u200d\u2060",
  "猫カフェこたつ ".repeat(40),
  "'\" & {{name}} ${name}",
];

interface World {
  targets: number;
  events: number;
  onAir: number;
  failing: number;
  /** For live creators, in turn. */
  names: string[];
}

const HOUR = 3_600_000;

/** Makes the last tick and the last poll as recent as if watched until `now` (epoch ms). */
export const tickedUntil = (db: D1Database, now: number) =>
  db.batch([
    db.prepare(`UPDATE ticker SET last_tick_at = ${now - 20_000}`),
    db.prepare(`UPDATE tally SET last_poll_at = ${now - 20_000}`),
  ]);

/** Fills a fresh database with what the first page can encounter, as if watched until `now`. */
export async function watchedUntil(db: D1Database, now: number, world: World): Promise<void> {
  const { targets, events, onAir, failing, names } = world;
  // SQLite itself binds every number as a real.
  const at = (sql: string, ...values: (string | number)[]) =>
    db
      .prepare(
        sql.replaceAll(/\?(\d)/g, (_, place: string) =>
          typeof values[Number(place) - 1] === "number" ? `cast(?${place} AS INTEGER)` : `?${place}`,
        ),
      )
      .bind(...values);
  const state = (place: number) => {
    const startedAt = now - (place + 1) * HOUR;
    const info = { title: names[place % names.length]!, viewers: 1000 + place, handle: "maria" };
    const session = {
      id: `ses_${place}`,
      room: "7100",
      startedAt,
      startedAfter: null,
      lastOnAt: null,
      toldAt: startedAt,
      info,
      peakViewers: 2000,
    };
    return { verdict: "on", since: startedAt, knownAt: null, room: "7100", session, flip: null, baseline: false };
  };
  const airing = Array.from({ length: onAir }, (_, place) => [
    `tgt_${place}`,
    names[place % names.length]!,
    state(place),
  ]);
  await db.batch([
    at(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
       INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, interval_seconds,
         priority, enabled, announce_initial, settings, sheet_id)
       SELECT 'tgt_' || i, ?2 + i, 0, 'wl_default', 'live', 'Creator ' || i, json_object('userId', '' || (7000 + i)),
         '["' || (7000 + i) || '",null,null]', 60, 1, 1, 0, '{}', 1 FROM n`,
      targets,
      now - 100 * HOUR,
    ),
    at(
      `UPDATE targets SET on_air = 1, name = j.value ->> 1, state = j.value -> 2, gaps = '[]' FROM json_each(?1) j
       WHERE targets.id = j.value ->> 0`,
      JSON.stringify(airing),
    ),
    at(
      `UPDATE targets SET consecutive_faults = 9, last_ok_at = ?2,
         fault = '{"kind":"gone","status":404,"detail":"no such user"}'
       WHERE id IN (SELECT 'tgt_' || value FROM json_each(?1))`,
      JSON.stringify(Array.from({ length: failing }, (_, place) => onAir + place)),
      now - 9 * HOUR,
    ),
    at(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
       INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to,
         data, commit_id)
       SELECT (?2 - (?1 - i) * 800) * 512, 'evt_' || i, 'live.ended', 'tgt_' || (i % ?3), 'wl_default',
         json_object('name', 'Creator ' || (i % ?3), 'kind', 'live', 'params', json('{}')),
         ?2 - (?1 - i) * 800, ?2 - (?1 - i) * 800, null, ?2 - (?1 - i) * 800,
         json_object('roomId', '7100', 'sessionId', 'ses_x', 'durationSeconds', 60, 'info', null, 'peakViewers', 12,
           'startedAt', strftime('%Y-%m-%dT%H:%M:%fZ', (?2 - (?1 - i) * 800 - 60000) / 1000.0, 'unixepoch')), 'c' FROM n`,
      events,
      now,
      Math.min(targets, 40),
    ),
    at(
      "UPDATE ticker SET last_tick_at = ?1, spacing_ms = 60000, made_at = ?1, load = ?2",
      now - 20_000,
      JSON.stringify({
        asked: targets,
        calls: targets,
        habitual: targets,
        habitualAsked: targets,
        judged: targets,
        shortestMs: 60_000,
      }),
    ),
    at("UPDATE tally SET last_poll_at = ?1", now - 20_000),
    at(
      `INSERT INTO channels (id, created_at, updated_at, kind, name, enabled, disabled_reason, masked, sealed)
       VALUES ('ch_lost', 1, 1, 'discord', ?1, 0, 'the destination is gone', '{}', 'x')`,
      names[0]!,
    ),
    at(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
       INSERT INTO deliveries (seq, id, channel_id, status, items, made_at, open_until, sent_at)
       SELECT i + 1, 'dlv_' || i, 'ch_lost', 'sent', json_array(json_object('event', 'evt_' || (?1 - 100 + i), 'mentions', json('[]'))),
         ?2 - 100 + i, 0, ?2 FROM n`,
      events,
      now,
    ),
  ]);
}
