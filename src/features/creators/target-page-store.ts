import type { DeliveryStatus } from "../../core/delivery.ts";
import {
  MAX_HAPPENINGS,
  MAX_OF_BROADCAST,
  MAX_OF_ITS_EVENTS,
  MAX_RUNS,
  type NamedChannel,
  type OneDeps,
  type SeriesPoint,
  type NotifiedOf,
} from "./target-reading.ts";
import { silence } from "../silences/resource/silence.ts";
import { subscription, type Subscription } from "../alerts/resource/subscription.ts";
import type { Target } from "./resource/form.ts";
import { target } from "./resource/target.ts";
import { BROADCASTING } from "../history/broadcasts.ts";
import { eventOf, HAPPENED_AT, HAPPENED_DATA, happenedOf } from "../../engine/route/event-row.ts";
import { HELD, heldIn } from "../goals/goal-store.ts";
import { listsIn, listsWith } from "./list-order.ts";
import { allInOne, recordOf, recordsIn, selectOf } from "../../db/record.ts";
import { idRows, type Row } from "../../db/row.ts";
import { firstIn, pointsIn, someOf } from "./run-text.ts";
import { pointsSince, withLast } from "./whole-series.ts";

const MAX_LISTS = 100;
const MAX_ALERTS = 100;
const MAX_SILENCES = 50;
const MAX_CHANNELS = 100;

const OWN_LIST = "(SELECT watchlist_id FROM targets WHERE id = ?1)";

/** The maximum number of related targets that are shown, of its list and of all others. */
const MAX_RELATED = 12;

/** What else is watched of the same creator. Each part uses one index of few rows. */
const relatedWhere = (list: string): string => `(SELECT id FROM (
    SELECT r.id FROM targets me JOIN targets r ON r.kind IN ('list', 'record')
      AND r.params ->> '$.values.userId' = me.params ->> '$.userId' AND ${list}
    WHERE me.id = ?1 AND me.kind = '${BROADCASTING}'
    UNION ALL SELECT r.id FROM targets me JOIN targets r ON r.kind = 'ranking'
      AND r.params ->> '$.userId' = me.params ->> '$.userId' AND ${list}
    WHERE me.id = ?1 AND me.kind = '${BROADCASTING}'
  ) LIMIT ${MAX_RELATED})`;

const RELATED = relatedWhere("r.watchlist_id = me.watchlist_id");
const ELSEWHERE = relatedWhere("r.watchlist_id <> me.watchlist_id");

/** Leaves out alerts that are only about other targets. Each part uses one index. */
const ABOUT = ["t.target_id IS NULL", "t.target_id = ?1"]
  .flatMap((target) =>
    ["t.watchlist_id IS NULL", `t.watchlist_id = ${OWN_LIST}`].map((list) => `${target} AND ${list}`),
  )
  .join(" OR ");

const ALERTS_ABOUT = `${ABOUT} OR t.target_id IN ${RELATED}`;

const CHANNELS = `(SELECT json_group_array(json_array(id, kind, enabled, disabled_reason, name, failing_since IS NOT NULL))
  FROM (SELECT * FROM channels ORDER BY rowid LIMIT ${MAX_CHANNELS}))`;

const SHOWN_LISTS = `SELECT watchlist_id FROM targets WHERE id = ?1 OR id IN ${ELSEWHERE}`;

const HEAD = `SELECT ${listsWith(SHOWN_LISTS, MAX_LISTS)} AS lists, ${CHANNELS} AS channels, ${HELD} AS goals,
    ${allInOne(subscription, ALERTS_ABOUT, MAX_ALERTS)} AS subscriptions, ${allInOne(silence, ABOUT, MAX_SILENCES)} AS silences`;

const OF_CREATOR = `EXISTS (SELECT 1 FROM targets WHERE id = ?1 AND kind = '${BROADCASTING}')`;

/**
 * A longer run is reduced to a few of its points, which are three hours apart in a full day: charts show no more.
 * Streams are drawn in more detail.
 */
const LONG_RUN_BYTES = `iif(${OF_CREATOR}, 20000, 6000)`;
const POINTS_OF_LONG = 8;

/** For a creator, only the current stream is drawn. */
const RUNS_READ = `iif(${OF_CREATOR}, ${MAX_OF_BROADCAST}, ${MAX_RUNS})`;

const RUNS = `WITH runs AS MATERIALIZED (SELECT CAST(points AS BLOB) AS run, ${firstIn("points")} AS first
    FROM series WHERE target_id = ?1 ORDER BY begins_at DESC LIMIT ${RUNS_READ})
  SELECT iif(length(run) < ${LONG_RUN_BYTES}, CAST(run AS TEXT), NULL) AS points,
    iif(length(run) < ${LONG_RUN_BYTES}, NULL, ${someOf("run", "first", POINTS_OF_LONG)}) AS some FROM runs`;

/** The `seq` of the oldest event that is read in full. */
const LEAST = `coalesce((SELECT seq FROM events WHERE target_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_HAPPENINGS - 1}), 0)`;

/** Only creators have hours. */
const MAX_READ = `iif(${OF_CREATOR}, ${MAX_OF_ITS_EVENTS}, ${MAX_HAPPENINGS})`;

/** The latest events in full, and of earlier ones only what determines its hours. */
const EVENTS = `SELECT whole, ${HAPPENED_AT}, iif(whole, e.data, ${HAPPENED_DATA}) AS data,
    ${["id", "watchlist_id", "target", "follows"].map((column) => `iif(whole, e.${column}, NULL) AS ${column}`).join(", ")}
  FROM (SELECT e.seq >= ${LEAST} AS whole, * FROM events e WHERE e.target_id = ?1 ORDER BY e.seq DESC LIMIT ${MAX_READ}) e`;

/** A list's state may be as long as its items, and nothing here shows them. */
const OWN = `SELECT ${selectOf(target, true, ["state"])}, iif(t.id <> ?1 AND (t.kind = 'list' OR t.id IN ${ELSEWHERE}), NULL, t.state) AS "state"
  FROM targets t WHERE t.id = ?1 OR t.id IN ${RELATED} OR t.id IN ${ELSEWHERE}`;

const readTarget = recordOf(target);
const subscriptionsIn = recordsIn(subscription);
const silencesIn = recordsIn(silence);

type ChannelRow = [
  id: string,
  kind: string,
  enabled: number,
  disabledReason: string | null,
  name: string,
  failing: number,
];

const channelOf = ([id, kind, enabled, disabledReason, name, failing]: ChannelRow): NamedChannel => ({
  id,
  kind,
  enabled: enabled === 1,
  disabledReason,
  name,
  failing: failing === 1,
});

/** One target with its history and everything that decides who is notified of it. */
export const oneStore = (db: D1Database): OneDeps => ({
  async read(id, now) {
    const [head, own, happened, runs] = await db.batch<Row>([
      db.prepare(HEAD).bind(id),
      db.prepare(OWN).bind(id),
      db.prepare(EVENTS).bind(id),
      db.prepare(RUNS).bind(id),
    ]);
    const row = head!.results[0]!;
    const text = (name: string): string => String(row[name]);
    const found = own!.results.find((one) => one["id"] === id);
    const shown = found === undefined ? null : readTarget(found);
    const points = [
      ...(shown === null || shown.kind === BROADCASTING ? [] : ((await pointsSince(db, [shown], now)).get(id) ?? [])),
      ...runs!.results.flatMap(pointsOf),
    ].toSorted(([a], [b]) => a - b);
    const alerts = subscriptionsIn(text("subscriptions"));
    const isOther = ({ targetId }: Subscription): boolean => targetId !== null && targetId !== id;
    const others = own!.results.filter((one) => one["id"] !== id).map(readTarget);
    const isNear = ({ watchlistId }: Target): boolean => watchlistId === shown?.watchlistId;
    return {
      target: shown,
      related: others.filter(isNear),
      elsewhere: others.filter((one) => !isNear(one)),
      relatedAlerts: alerts.filter(isOther),
      // Events of one poll may have happened at different times.
      events: happened!.results
        .filter((one) => one["whole"] === 1)
        .map(eventOf)
        .toSorted((one, other) => other.occurredAt - one.occurredAt),
      past: shown?.kind === BROADCASTING ? happened!.results.map(happenedOf) : [],
      points: shown === null ? points : withLast(points, shown),
      lists: listsIn(text("lists")),
      channels: (JSON.parse(text("channels")) as ChannelRow[]).map(channelOf),
      subscriptions: alerts.filter((one) => !isOther(one)),
      silences: silencesIn(text("silences")),
      goals: heldIn(text("goals")),
    };
  },

  async told(events, channelIds) {
    if (events.length === 0 || channelIds.length === 0) return [];
    const at = new Map(events.map(({ id, detectedAt }) => [id, Math.floor(detectedAt)]));
    const { results } = await db
      .prepare(
        `WITH e (id) AS (${idRows([...at.keys()])}), c (id) AS (${idRows(channelIds)})
         SELECT e.id AS event, d.id, d.channel_id, d.status, d.reason, d.made_at, d.sent_at, d.next_attempt_at,
           d.attempts ->> '$[#-1].error' AS error, coalesce(r.status, m.status) AS later,
           coalesce(r.sent_at, m.sent_at) AS later_at
         FROM e CROSS JOIN c CROSS JOIN deliveries d ON d.channel_id = c.id
           AND d.made_at = CASE e.id ${[...at].map(([id, ms]) => `WHEN '${id}' THEN ${ms}`).join(" ")} END
         LEFT JOIN deliveries m ON m.id = d.summary
         LEFT JOIN deliveries r ON r.replay_of = d.id
         WHERE instr(d.items, json_quote(e.id)) > 0 ORDER BY d.seq, r.seq`,
      )
      .all<Row>();
    return results.map(notifiedOf);
  },
});

const pointsOf = ({ points, some }: Row): SeriesPoint[] =>
  some === null ? (JSON.parse(String(points)) as SeriesPoint[]) : pointsIn(String(some));

function notifiedOf(row: Row): NotifiedOf {
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]));
  const instant = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  const later = text("later") as DeliveryStatus | null;
  return {
    eventId: String(row["event"]),
    id: String(row["id"]),
    channelId: String(row["channel_id"]),
    status: String(row["status"]) as DeliveryStatus,
    reason: text("reason"),
    madeAt: Number(row["made_at"]),
    sentAt: instant("sent_at"),
    nextAttemptAt: instant("next_attempt_at"),
    error: text("error"),
    later: later === null ? null : { status: later, sentAt: instant("later_at") },
  };
}
