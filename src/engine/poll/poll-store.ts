import { USUAL_STARTING, type StartPattern } from "../prediction/profile.ts";
import { CALM } from "../../core/drift-detector.ts";
import type { Batch, WatchedTarget } from "./batch.ts";
import type { Loaded } from "./poll.ts";
import { targets } from "../../features/creators/resource/table.ts";
import { columnNames, columnsBut, idRows, reader, type Row } from "../../db/row.ts";
import { ticker } from "../schema/schema.ts";
import { restingAt, type IsDemo } from "./timetable-store.ts";
import { enterService } from "../upstream/asked-service.ts";
import { SERVICE, serviceOf } from "../upstream/service-store.ts";
import type { StoredService } from "../upstream/definition.ts";

const readTicker = reader(ticker);
const readTarget = reader(targets);

const UNREAD = [
  "identity",
  "past",
  "gaps",
  "pausedAt",
  "timezone",
  "usualHours",
  "hoursAt",
  "priority",
  "enabled",
  "fault",
  "createdAt",
  "updatedAt",
  "revision",
] as const;
const WATCHED = columnsBut(targets, ...UNREAD, "state");
const COLUMNS = columnNames(targets, columnsBut(targets, ...UNREAD));

/**
 * The population prior's start values, only where schedule predictions are made. The whole prior is several kilobytes,
 * which few batches need.
 */
const STARTING = "CASE WHEN k.load ->> '$.price' > 0 THEN json_extract(k.pool, '$.rate', '$.day', '$.trust') END";

function startingOf(text: Row[string] | undefined): StartPattern {
  if (text == null) return USUAL_STARTING;
  const [rate, day, trust] = JSON.parse(String(text)) as [number, number[], number | null];
  return { rate, day, ...(trust === null ? {} : { trust }) };
}

/** What a batch must know of the polled service. */
type Reached = Pick<Loaded, "operation" | "byName" | "perMinute"> & IsDemo & { serviceId: string | null };

/** One statement: the batch's targets with what is remembered of them, those that this service is not asked about left out, the gate, and what became of the batch already. */
export async function loadBatch(
  db: D1Database,
  batch: Batch,
  reached: (stored: StoredService) => Promise<Reached>,
): Promise<Loaded> {
  const { results } = await db
    .prepare(
      `WITH w (id) AS (${idRows(batch.targets.map(([id]) => id))})
       SELECT k.last_tick_at, k.gate, k.watch, k.breakers, k.load ->> '$.price' AS price, k.load ->> '$.calls' AS calls, k.load ->> '$.asked' AS asked, k.load ->> '$.firstTickAt' AS first_tick_at, ${STARTING} AS starting, k.demo, k.proof, ${SERVICE}, instr(coalesce(y.done ->> ('$."' || ?1 || '"'), '')
           || coalesce(y.freed ->> ('$."' || ?1 || '"'), ''), ',' || ?2 || ',') AS ended, ${COLUMNS.map((name) => `NULL AS ${name}`).join(", ")}
         FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1
       UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${COLUMNS.map((name) => `t.${name}`).join(", ")}
         FROM w CROSS JOIN targets t ON t.id = w.id`,
    )
    .bind(String(batch.tick), String(batch.slot))
    .all<Row>();
  const [first, ...rows] = results as [Row, ...Row[]];
  const { watch, demo, breakers, proof, ...read } = readTicker(
    first,
    "lastTickAt",
    "gate",
    "watch",
    "breakers",
    "demo",
    "proof",
  );
  const { isDemo, serviceId, ...service } = await reached(serviceOf(first));
  // The targets were read with what another service said of them.
  if (await enterService(db, serviceId, proof?.service ?? null, batch.tick)) return loadBatch(db, batch, reached);
  const resting = restingAt({ isDemo }, demo, proof);
  return {
    ...read,
    breakers,
    watch: { ...CALM, ...watch },
    planning: {
      price: Number(first["price"] ?? 0),
      pool: startingOf(first["starting"]),
      firstTickAt: Number(first["first_tick_at"] ?? 0),
    },
    load: { calls: Number(first["calls"] ?? 0), asked: Number(first["asked"] ?? 0) },
    ended: Number(first["ended"]) > 0,
    ...service,
    targets: rows
      .filter(({ id }) => !resting.has(String(id)))
      .map((row) => {
        const one = watchedTarget(row);
        return service.byName(one.kind) ? { ...one, byName: true } : one;
      }),
  };
}

function watchedTarget(row: Row): WatchedTarget {
  const { pollRevision: revision, ...target } = readTarget(row, ...WATCHED);
  // The state is compared as text, and parsed only if an answer differs.
  return { ...target, revision, state: row["state"] as string | null };
}
