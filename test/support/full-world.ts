import { getTableConfig } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "../../src/core/duration.ts";
import type { Json } from "../../src/core/json.ts";
import type { Fixture } from "../../src/kinds/kind.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { resourceOf, resources } from "../../src/resources/registry.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { fixtures } from "./fixtures.ts";
import { firstPoll, readOff } from "./readings.ts";

const TARGETS = 10_000;
const EVENTS = 100_000;
const DELIVERIES = 20_000;
const EDITIONS = 1500;

/** Days of a series with a point every ten minutes. */
const SERIES_DAYS = 90;
const POINTS_A_DAY = 144;

/** The number of targets of a kind with series and many events: those that pages show. */
const DISPLAYED = 12;

const REST = Object.keys(targetKinds).filter((kind) => kind !== "live");
const OF_REST = 500;
const LIVE = TARGETS - REST.length * OF_REST;

/** One of each kind with as much history as possible; a live one of them is live. */
export const targetOf = (kind: string): string => `tgt_${kind}_00000`;

/** All records of a resource up to its quota, except those that a test creates. */
const max = (name: string, less = 0): number => resources.find((one) => one.name === name)!.quota.count - less;

const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** The targets of a kind: names in another order than ids, some failing, some paused, some in a list of their own. */
function ownParam(params: Record<string, unknown>): string {
  const [first] = Object.keys(params) as [string];
  if (first !== "operation")
    return `'$."${first}"', ${typeof params[first] === "number" ? "1 + i" : "cast(1 + i AS text)"}`;
  return `'$."values"."${Object.keys(params["values"] as object)[0]}"', cast(1 + i AS text)`;
}

/** The state of a kind after its first fixture, and the series of that. */
export function remembered(name: string): { state: Json; samples: Record<string, number> } {
  const kind = targetKinds[name]!;
  const [{ params, bodies }] = fixtures[kind.kind] as [Fixture];
  const asking = firstPoll(kind.params().parse(params), kind.settings().parse({}) as object);
  const { seen } = readOff(kind.read(asking), bodies);
  if (!seen.ok) throw new Error(`the first fixture of ${name} is not read`);
  const evaluated = kind.judge({
    ...asking,
    before: null,
    settings: kind.settings().parse({}),
    view: seen.value,
    hold: false,
    holdsMs: 600_000,
  });
  return { state: evaluated.state as Json, samples: evaluated.samples ?? {} };
}

/** A kind's targets: names in another order than ids, some in trouble, some paused, some in a list of their own. */
function targetsOf(kind: string, count: number, now: number): string {
  const { params } = targetKinds[kind]!.example;
  const live = kind === "live";
  const own = live
    ? "json_object('userId', cast(700000 + i AS text), 'handle', 'h' || i)"
    : `json_set(${quoted(params)}, ${ownParam(params)})`;
  const startedAt = `(${now} - 3600000 - i * 60000)`;
  const session = `json_object('id', 'ses_' || i, 'room', '72', 'startedAt', ${startedAt}, 'startedAfter', null, 'lastOnAt', null, 'toldAt', ${startedAt},
    'info', json_object('title', 'Evening ' || i, 'viewers', 900 + i, 'handle', 'h' || i), 'peakViewers', 2000)`;
  const state = live
    ? `json_object('verdict', iif(i % 20, 'off', 'on'), 'since', ${startedAt}, 'knownAt', null, 'room', '72',
        'session', iif(i % 20, null, ${session}), 'flip', null, 'baseline', json('false'))`
    : quoted(remembered(kind).state);
  const inProblem = live ? "i % 50 = 7" : "0";
  return `${numbers(count)}
    INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, alias, interval_seconds, priority,
      enabled, announce_initial, settings, sheet_id, on_air, consecutive_faults, fault, last_ok_at, state, gaps)
    SELECT printf('tgt_${kind}_%05d', i), ${now - 100 * DAY_MS} + i, 0, iif(i % 10 = 3, 'wl_00001', 'wl_default'), '${kind}',
      printf('${kind === "live" ? "Creator" : kind} %05d', (i * 7919) % ${count}), ${own},
      json_array('${kind}', cast(700000 + i AS text), null), ${live ? "json_array(null, null, 'h' || i)" : "null"}, 60, 1,
      i % 97 <> 5, 0, ${quoted(targetKinds[kind]!.settings().parse({}) as object)}, 1 + (i % 10), ${live ? "i % 20 = 0" : "0"}, iif(${inProblem}, 9, 0),
      iif(${inProblem}, '{"kind":"gone","status":404,"detail":"no such user"}', null), iif(${inProblem}, ${now - DAY_MS}, null), ${state}, '[]'
    FROM n`;
}

/** Creators with usual hours: the same time in each of six weeks, more than a forecast shows. */
const regulars = (now: number): string =>
  `UPDATE targets SET expected_at = ${now + DAY_MS} + rowid, expected_confidence = 0.9, past = json_object('starts',
     json_array(${[6, 5, 4, 3, 2, 1].map((weeks) => now + DAY_MS - weeks * 7 * DAY_MS).join(", ")}),
     'lengths', json('{"count":0,"mean":0,"spread":0}'), 'onMinutes', 0, 'startedAt', null, 'endedAt', null)
   WHERE kind = 'live' AND rowid % 4 = 0`;

/** The sheets as ticks store them: a thousand targets each. */
const sheets = (now: number): string[] => [
  `${numbers(10)} INSERT OR IGNORE INTO sheets (id) SELECT i + 1 FROM n`,
  `UPDATE sheets SET size = ${TARGETS / 10}, entries = (SELECT json_group_object(t.id, json_array(${now} + 40000, ${now - 20_000}, 0, 0, 60, 1, 1, 1, 0))
     FROM targets t WHERE t.sheet_id = sheets.id)`,
];

/** The events of a kind in turn, each with its example. */
const happenings = (kind: string, now: number): [string, unknown][] =>
  kind === "live"
    ? ["live.started", "live.ended"].map((type) => [type, eventTypes[type]!.example(now)])
    : Object.keys(targetKinds[kind]!.events).map((type) => [type, eventTypes[type]!.example(now)]);

/** The events of a month: half of them about targets that pages show. */
function eventsOf(kind: string, share: number, now: number): string {
  const count = EVENTS * share;
  const of = kind === "live" ? LIVE : OF_REST;
  const all = happenings(kind, now);
  const step = Math.floor((30 * DAY_MS) / count);
  const place = Object.keys(targetKinds).indexOf(kind);
  const target = `printf('tgt_${kind}_%05d', iif(i % 2, (i / 4) % ${DISPLAYED}, (i * 7919) % ${of}))`;
  const at = `(${now} - 30000 - i * ${step} - ${place})`;
  // Each start follows an end of the same target, so both are assigned in turn.
  const type = `((i / 2) % ${all.length})`;
  const data = `json_set(json_extract(${quoted(all)}, '$[' || ${type} || '][1]'), '$.startedAt',
    strftime('%Y-%m-%dT%H:%M:%fZ', (${at} - 3600000) / 1000.0, 'unixepoch'), '$.durationSeconds', 3600)`;
  return `${numbers(count)}
    INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
    SELECT ${at} * 512 + ${place}, 'evt_${kind}_' || i, json_extract(${quoted(all)}, '$[' || ${type} || '][0]'), ${target}, 'wl_default',
      json_object('name', 'Creator ' || i, 'kind', '${kind}', 'params', json(${quoted(targetKinds[kind]!.example.params)})),
      ${at}, ${at}, ${at} - 60000, ${at}, ${kind === "live" ? data : `json_extract(${quoted(all)}, '$[' || ${type} || '][1]')`}, 'c'
    FROM n`;
}

/** A hundred sign-ins of each possible token. */
const signIns = (now: number): string =>
  `${numbers(100 * max("tokens", 1))} INSERT INTO sign_ins (id, holder, created_at, last_seen_at, address, agent)
    SELECT printf('sgn_%05d', i), printf('tok_%05d', i % ${max("tokens", 1)}), ${now} - i, ${now} - i, '203.0.113.7', 'Mozilla/5.0' FROM n`;

const deliveriesOf = (now: number): string => {
  const channels = max("channels");
  const failure = quoted([
    { at: now, status: 503, error: "the destination answered 503", durationMs: 40, retryAfterSeconds: null },
  ]);
  return `${numbers(DELIVERIES)}
    INSERT INTO deliveries (seq, id, channel_id, status, reason, items, made_at, open_until, sent_at, attempts, next_attempt_at)
    SELECT ${DELIVERIES} - i, 'dlv_' || i, printf('ch_%05d', i % ${channels}),
      json_extract('["sent","sent","sent","suppressed","dead","held","pending"]', '$[' || (i % 7) || ']'),
      iif(i % 7 = 3, 'cooldown', iif(i % 7 = 4, 'the destination answered 503', null)),
      json_array(json_object('event', e.id, 'mentions', json('[]'))), e.detected_at, 0,
      iif(i % 7 < 3, e.detected_at + 2000, null), iif(i % 7 < 5, ${failure}, '[]'), iif(i % 7 = 6, ${now} + 3600000, null)
    FROM n JOIN events e ON e.id = 'evt_live_' || (i * 3)`;
};

/** The points of a day, the same each day; a hashtag has many values in each. */
function seriesOf(kind: string, now: number): string {
  const { samples } = remembered(kind);
  const [first] = Object.keys(samples);
  const many = kind === "hashtag" ? Array.from({ length: 40 }, (_, n) => [`views:tag_${n}`, 1000 * n]) : [];
  const values = kind === "live" ? { viewers: 900 } : { ...samples, ...Object.fromEntries(many as [string, number][]) };
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  const growing = `json_set(${quoted(values)}, '$."${kind === "live" ? "viewers" : (first ?? "value")}"', 1000 + d.i * 7 + p.value)`;
  // Text is created once per day, not per target.
  return `${numbers(SERIES_DAYS)}, points (i, at, text) AS MATERIALIZED (
      SELECT i, ${day} - i * ${DAY_MS}, (SELECT json_group_array(json_array(${day} - d.i * ${DAY_MS} + p.value * 600000, ${growing}))
        FROM json_each(${quoted(Array.from({ length: POINTS_A_DAY }, (_, n) => n))}) p) FROM n d)
    INSERT INTO series (target_id, begins_at, points) SELECT t.id, points.at, points.text FROM points,
      (SELECT id FROM targets WHERE id BETWEEN 'tgt_${kind}_00000' AND 'tgt_${kind}_00003'
       UNION SELECT id FROM (SELECT id FROM targets WHERE kind = '${kind}' ORDER BY lower(name), id LIMIT ${kind === "live" ? 1 : DISPLAYED})
       UNION SELECT id FROM (SELECT id FROM targets WHERE kind = '${kind}' AND on_air = 1 ORDER BY id LIMIT ${DISPLAYED})) t`;
}

/** All resources up to their quotas. */
function resourcesOf(now: number): string[] {
  const [channels, lists] = [max("channels"), max("watchlists")];
  const common = (prefix: string) => `printf('${prefix}_%05d', i), ${now - 50 * DAY_MS} + i, ${now - 50 * DAY_MS}`;
  const list = `iif(i % 3 = 0, printf('wl_%05d', 1 + i % ${lists - 1}), null)`;
  const schedule = `'0 9 * * ' || (i % 7), 'Europe/Berlin', 'P7D', '["lives","rankings"]', 1`;
  const digestFacts = quoted({ name: "Weekly", channelId: "ch_00000", watchlistId: null, sections: ["lives"] });
  const content = quoted({ sections: [], texts: ["x".repeat(3000)] });
  return [
    `${numbers(lists - 1)} INSERT INTO watchlists (id, created_at, updated_at, name)
      SELECT printf('wl_%05d', i + 1), ${now} + i, 0, 'List ' || (i + 1) FROM n`,
    `${numbers(channels)} INSERT INTO channels (id, created_at, updated_at, kind, name, enabled, disabled_reason, masked, sealed, failing_since)
      SELECT ${common("ch")}, 'discord', 'Channel ' || i, i % 40 <> 9, iif(i % 40 = 9, 'the destination is gone', null),
        '{"url":"https://discord.com/api/webhooks/1/…"}', 'x', iif(i % 40 = 11, ${now - DAY_MS}, null) FROM n`,
    `${numbers(max("subscriptions"))} INSERT INTO subscriptions (id, created_at, updated_at, name, watchlist_id, target_id, channel_id, events, enabled,
        mention, template, cooldown_seconds, quiet_hours, filters)
      SELECT ${common("sub")}, 'Alert ' || i, ${list}, iif(i % 5 = 1, printf('tgt_live_%05d', i), null), printf('ch_%05d', i % ${channels}),
        iif(i % 2, '["live.*"]', '["live.started","ranking.moved","hashtag.surged"]'), i % 11 <> 3, iif(i % 4, null, '{"kind":"here"}'),
        iif(i % 6, '{}', '{"live.started":"{{name}} is live"}'), iif(i % 7, 0, 3600),
        iif(i % 8, null, '{"from":"23:00","to":"07:00","timezone":"Europe/Berlin","action":"hold"}'),
        iif(i % 9, '[]', '[{"field":"data.place","op":"lte","value":20}]') FROM n`,
    `${numbers(max("silences"))} INSERT INTO silences (id, created_at, updated_at, target_id, watchlist_id, type, until, reason)
      SELECT ${common("sil")}, iif(i % 3 = 1, printf('tgt_live_%05d', i * 3), null), ${list}, iif(i % 3 = 2, 'live.*', null), ${now} + 3600000 + i, 'Maintenance' FROM n`,
    `${numbers(max("digests"))} INSERT INTO digests (id, created_at, updated_at, name, channel_id, watchlist_id, schedule, timezone, period, sections, enabled, next_at)
      SELECT ${common("dig")}, 'Digest ' || i, printf('ch_%05d', i), ${list}, ${schedule}, ${now} + 3600000 FROM n`,
    `${numbers(EDITIONS)} INSERT INTO editions (seq, id, digest_id, digest, from_at, to_at, made_at, content)
      SELECT i + 1, 'edi_' || i, printf('dig_%05d', i % ${max("digests")}), ${digestFacts}, ${now - 7 * DAY_MS}, ${now}, ${now} - i * 3600000, ${content} FROM n`,
    `${numbers(max("boards"))} INSERT INTO boards (id, created_at, updated_at, name, channel_id, watchlist_id)
      SELECT ${common("brd")}, 'Board ' || i, printf('ch_%05d', i), ${list} FROM n`,
    `${numbers(max("goals", 1))} INSERT INTO goals (id, created_at, updated_at, target_id, watchlist_id, hours, valid_day_minutes)
      SELECT ${common("goal")}, iif(i % 10 > 0, printf('tgt_live_%05d', i), null), iif(i % 10 > 0, null, printf('wl_%05d', i / 10 + 1)), 40, 60 FROM n`,
    `${numbers(max("feed-keys", 1))} INSERT INTO "feed-keys" (id, created_at, updated_at, name, watchlist_id, hash)
      SELECT ${common("fdk")}, 'Reader ' || i, ${list}, 'h' || i FROM n`,
    `${numbers(max("hooks", 1))} INSERT INTO hooks (id, created_at, updated_at, name, watchlist_id, hash)
      SELECT ${common("hok")}, 'Hook ' || i, ${list}, 'h' || i FROM n`,
    `${numbers(max("chats"))} INSERT INTO chats (id, created_at, updated_at, kind, scopes, watchlist_id, roles, users, code_hash, code_expires_at, address, title, linked_at)
      SELECT ${common("cht")}, 'discord', 'write', ${list}, '["1001"]', '[]', iif(i % 2, null, 'h' || i), ${now} + i,
        iif(i % 2, 'discord:' || i, null), iif(i % 2, 'Chat ' || i, null), iif(i % 2, ${now}, null) FROM n`,
    `${numbers(max("tokens", 1))} INSERT INTO tokens (id, created_at, updated_at, name, scopes, hash) SELECT ${common("tok")}, 'Token ' || i, '["read"]', 'h' || i FROM n`,
  ];
}

const written = (statements: string[]): Set<string> =>
  new Set(statements.flatMap((sql) => /INSERT INTO "?([\w-]+)/.exec(sql)?.[1] ?? []));

/** The id of the first record of a resource that no statement of this file names. */
export const firstOf = ({ prefix }: Pick<Declared, "prefix">): string => `${prefix}_00001`;

/** As many records of a resource as its quota allows, with any values: those that it must have, by their columns. */
function anyOf({ name, prefix, table, refs, quota }: Declared): string {
  const needed = getTableConfig(table).columns.filter((one) => one.notNull && !one.hasDefault);
  const values = needed.map((column) => {
    if (column.name === "id") return `printf('${prefix}_%05d', i)`;
    const field = Object.keys(refs).find(
      (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) === column.name,
    );
    const to = field === undefined ? undefined : refs[field as keyof typeof refs]?.to;
    if (to !== undefined)
      return to === "targets" ? "printf('tgt_live_%05d', i)" : `printf('${resourceOf(to).prefix}_%05d', i % 9)`;
    return column.dataType === "json" ? "'[]'" : column.dataType === "string" ? "'text ' || i" : "i";
  });
  const columns = needed.map((one) => `"${one.name}"`).join();
  return `${numbers(quota.count)} INSERT INTO "${name}" (${columns}) SELECT ${values.join()} FROM n`;
}

/**
 * Fills a fresh database with as much as pages can encounter, as if watched until `now` (epoch ms): all resources up to
 * their quotas, except one token and one feed key.
 */
export async function fillWorld(db: D1Database, now: number): Promise<void> {
  const kinds = Object.keys(targetKinds);
  const own = resourcesOf(now);
  const known = written(own).add("targets");
  const statements = [
    ...own,
    ...resources.filter(({ name }) => !known.has(name)).map(anyOf),
    ...kinds.map((kind) => targetsOf(kind, kind === "live" ? LIVE : OF_REST, now)),
    ...sheets(now),
    regulars(now),
    ...kinds.map((kind) => eventsOf(kind, kind === "live" ? 0.7 : 0.3 / REST.length, now)),
    deliveriesOf(now),
    signIns(now),
    ...kinds.map((kind) => seriesOf(kind, now)),
    `UPDATE ticker SET last_tick_at = ${now - 20_000}, spacing_ms = 60000, made_at = ${now}, load = '{"asked":60}'`,
    `UPDATE tally SET last_poll_at = ${now - 20_000}`,
  ];
  for (const sql of statements) await db.prepare(sql).run();
}
