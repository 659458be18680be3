import { FAILING_AFTER } from "../../core/fault.ts";
import {
  MAX_DELIVERIES,
  MAX_ON_AIR,
  MAX_TROUBLED,
  type LostChannel,
  type NowDeps,
  type NowReading,
  type EventDelivery,
  type Watched,
} from "./now-reading.ts";
import { BROADCASTING } from "../history/broadcasts.ts";
import { listsIn, listsWith } from "../creators/list-order.ts";
import type { Troubled } from "./alike.ts";
import { RESTING } from "../../engine/upstream/asked-service.ts";
import { proofOf } from "../../core/proof.ts";
import { targets } from "../creators/resource/table.ts";
import { eventOf, HAPPENED, happenedOf } from "../../engine/route/event-row.ts";
import { ticker } from "../../engine/schema/schema.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { columnNames, reader, type Row } from "../../db/row.ts";
import { PENDING, UNREACHED, unreachedIn } from "../../engine/deliver/channel-store.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type ConfigFacts } from "../../engine/self-monitor/health-store.ts";
import { deliveries } from "../../engine/schema/delivery-schema.ts";

const MAX_EVENTS = 20;
/**
 * Number of events searched for the latest. Thousands of targets can become unknown at once, and have their own place.
 */
const LOOKED_AT = 60;
/** Number of the latest events whose creators have a strip. */
const MAX_STREAMED = 40;
const MAX_FAILING = 9;
const MAX_FIRST = 12;
const MAX_LOST = 9;
const MAX_LISTS = 40;

/** FROM clause of targets that are live, or were when last known. An index finds them. */
export const ON_AIR = "FROM targets WHERE on_air = 1 AND enabled = 1";

const OF_WATCHED = [
  "id",
  "kind",
  "name",
  "params",
  "enabled",
  "state",
  "fault",
  "consecutiveFaults",
  "lastOkAt",
  "unknownSince",
  "intervalSeconds",
  "createdAt",
  "gaps",
  "pausedAt",
] as const;

/** The columns of targets that `watchedOf` reads. */
export const WATCHED_COLUMNS = columnNames(targets, OF_WATCHED).join(", ");

/** A few targets for each role, found through an index. */
const WATCHED = `
  SELECT 'onAir' AS role, * FROM (SELECT ${WATCHED_COLUMNS} ${ON_AIR} LIMIT ${MAX_ON_AIR + 1})
  UNION ALL SELECT 'failing', * FROM (
    SELECT ${WATCHED_COLUMNS} FROM targets WHERE enabled = 1 AND consecutive_faults >= ${FAILING_AFTER} LIMIT ${MAX_FAILING})
  UNION ALL SELECT 'unknown', * FROM (
    SELECT ${WATCHED_COLUMNS} FROM targets INDEXED BY targets_unknown WHERE unknown_since IS NOT NULL AND enabled = 1 LIMIT ${MAX_FAILING})
  UNION ALL SELECT 'first', * FROM (SELECT ${WATCHED_COLUMNS} FROM (
    SELECT * FROM (SELECT id AS first FROM (SELECT DISTINCT target_id FROM (SELECT target_id FROM events ORDER BY seq DESC LIMIT ${MAX_STREAMED})) e
      CROSS JOIN targets t ON t.id = e.target_id WHERE kind = '${BROADCASTING}' LIMIT ${MAX_FIRST})
    UNION ALL SELECT * FROM (SELECT id FROM targets WHERE id NOT IN (${RESTING}) ORDER BY created_at, id LIMIT ${MAX_FIRST})
    ) f CROSS JOIN targets t ON t.id = f.first)`;

const OF_DEMO = `(SELECT json_group_object(kind, n) FROM (SELECT t.kind, count(*) AS n
  FROM json_each(k.demo, '$.targets') d CROSS JOIN targets t ON t.id = d.value GROUP BY t.kind)) AS of_demo`;

const LOST = `(SELECT json_group_array(json_object('id', id, 'kind', kind, 'name', name, 'reason', disabled_reason))
  FROM (SELECT * FROM channels WHERE enabled = 0 AND disabled_reason IS NOT NULL AND failure IS NULL LIMIT ${MAX_LOST}))`;

const TROUBLED = `(SELECT json_group_array(json_object('id', id, 'kind', kind, 'name', name, 'fault', json(fault),
    'failing', json(iif(consecutive_faults >= ${FAILING_AFTER}, 'true', 'false')),
    'since', iif(consecutive_faults >= ${FAILING_AFTER}, last_ok_at, unknown_since),
    'wasLive', json(iif(on_air = 1, 'true', 'false')))) FROM (
  SELECT * FROM (SELECT * FROM targets WHERE enabled = 1 AND consecutive_faults >= ${FAILING_AFTER} LIMIT ${MAX_TROUBLED + 1})
  UNION ALL SELECT * FROM (SELECT * FROM targets INDEXED BY targets_unknown WHERE unknown_since IS NOT NULL AND enabled = 1
    ORDER BY on_air DESC LIMIT ${MAX_TROUBLED + 1})))`;

const NOTIFIED = `SELECT d.status, d.channel_id, d.items, d.edits, d.next_attempt_at, d.summary, d.made_at, c.name
  FROM (SELECT * FROM deliveries ORDER BY seq DESC LIMIT ${MAX_DELIVERIES}) d LEFT JOIN channels c ON c.id = d.channel_id
  ORDER BY d.seq DESC`;

const HAPPENINGS = `SELECT * FROM (SELECT * FROM events ORDER BY seq DESC LIMIT ${LOOKED_AT})
  WHERE type NOT IN ('target.unknown', 'target.known') ORDER BY seq DESC LIMIT ${MAX_EVENTS}`;

/** The latest events of each target. The index has them in order of time. */
const OF_EACH = `SELECT ${HAPPENED} FROM json_each(?1) j CROSS JOIN events e ON e.seq IN (
    SELECT seq FROM events WHERE target_id = j.value AND seq >= ?2 ORDER BY seq DESC LIMIT ?3)
  ORDER BY e.seq DESC`;

const readTarget = reader(targets);
const readDelivery = reader(deliveries);
const readTicker = reader(ticker);

export const watchedOf = (row: Row): Watched => readTarget(row, ...OF_WATCHED);

function tellingOf(row: Row): EventDelivery {
  const { summary, edits, ...notified } = readDelivery(
    row,
    "status",
    "channelId",
    "items",
    "edits",
    "nextAttemptAt",
    "summary",
    "madeAt",
  );
  return {
    ...notified,
    edits: edits !== null,
    summed: summary !== null,
    channel: String(row["name"] ?? "a channel that is gone"),
  };
}

/** Reads the Now page in five statements and a few hundred rows, however much is watched. */
export const nowStore = (db: D1Database, provided: ConfigFacts): Pick<NowDeps, "read" | "since"> => ({
  async read(): Promise<NowReading> {
    const [read, watched, events, notified] = await db.batch<Row>([
      db.prepare(
        `SELECT ${HEALTH_SNAPSHOT}, k.proof, k.demo, (SELECT json_group_object(name, n) FROM counts) AS counts, ${OF_DEMO}, ${PENDING} AS pending, ${listsWith("NULL", MAX_LISTS)} AS lists, ${LOST} AS lost, ${UNREACHED} AS unreached, ${TROUBLED} AS troubled
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`,
      ),
      db.prepare(WATCHED),
      db.prepare(HAPPENINGS),
      db.prepare(NOTIFIED),
    ]);
    const row = read!.results[0]!;
    const counts = Object.entries(JSON.parse(String(row["counts"])) as Record<string, number>);
    const within = (begin: string) => counts.filter(([name, n]) => name.startsWith(begin) && n > 0);
    const ofRole = (role: string) => watched!.results.filter((one) => one["role"] === role).map(watchedOf);
    return {
      pulse: healthSnapshotOf(row, provided),
      ...readTicker(row, "demo"),
      proof: proofOf(readTicker(row, "proof").proof),
      counts: Object.fromEntries(within("targets|").map(([name, n]) => [name.slice("targets|".length), n])),
      ofDemo: JSON.parse(String(row["of_demo"])) as Record<string, number>,
      lists: listsIn(String(row["lists"])),
      waiting: Number(row["pending"]),
      onAir: ofRole("onAir"),
      failing: ofRole("failing"),
      unknown: ofRole("unknown"),
      troubled: JSON.parse(String(row["troubled"])) as Troubled[],
      first: ofRole("first"),
      lost: JSON.parse(String(row["lost"])) as LostChannel[],
      unreached: unreachedIn(row),
      events: events!.results.map(eventOf),
      deliveries: notified!.results.map(tellingOf),
    };
  },

  async since(targetIds, since, max) {
    const statement = db.prepare(OF_EACH).bind(JSON.stringify(targetIds), since * SEQ_PER_MS, max);
    return (await statement.all<Row>()).results.map(happenedOf);
  },
});
