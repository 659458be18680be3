import { grantedTo, type Batch } from "./batch.ts";
import type { Commit } from "../commit.ts";
import type { LapsedBatches } from "./assign.ts";
import { LEASE_MS, type BatchEnd } from "../../core/sheet.ts";

/** How long the ledger remembers a batch, in tick time. The claims of older batches have expired. */
const STORED_MS = 2 * LEASE_MS;

type Slots = Record<string, string>;

/**
 * Returns a function that looks up how a batch ended in the ledger's columns: `done`, `freed`, or null if it is open.
 */
export function endsOf(done: string, released: string): (slot: number, tick: number) => BatchEnd {
  const [ended, provided] = [JSON.parse(done) as Slots, JSON.parse(released) as Slots];
  return (slot, tick) => {
    const mark = `,${slot},`;
    if (ended[tick]?.includes(mark)) return "done";
    return provided[tick]?.includes(mark) ? "freed" : null;
  };
}

/** Number of batches in a list of slots such as ",0,3,". */
const countOf = (slots: string): number => slots.split(",").length - 2;

/** Number of finished batches of the tick, from the row that `recordInLedger` returns. */
export const batchesIn = (row: Record<string, unknown> | undefined): number =>
  typeof row?.["slots"] === "string" ? countOf(row["slots"]) : 0;

/** A JSON path to the tick ?2. The tick is bound as text, because SQLite would render a number with a decimal point. */
const AT_TICK = `('$."' || ?2 || '"')`;

/** Shorter lists are not pruned: that costs a row read for each tick in the list. */
const MAX_CHARS = 600;

/** Drops expired ticks from a list. It runs only if the list is long and this is the first batch of its tick. */
const recent = (column: string): string =>
  `iif(length(${column}) < ${MAX_CHARS} OR ${column} ->> ${AT_TICK} IS NOT NULL, ${column},
     (SELECT json_group_object(key, value) FROM json_each(${column}) WHERE CAST(key AS INTEGER) > ?1 - ${STORED_MS}))`;

/** True for a poll outside the schedule (slot ?3 is null) and for a batch that has not finished yet. */
const FRESH = `(?3 IS NULL OR instr(coalesce(done ->> ${AT_TICK}, ''), ',' || ?3 || ',') = 0)`;

/** True for a batch whose calls were all released before it finished. */
const RELEASED = `instr(coalesce(freed ->> ${AT_TICK}, ''), ',' || ?3 || ',') > 0`;

/** True for a new batch that polled something. */
const POLLED = `(?3 IS NOT NULL AND ?5 + ?6 + ?8 > 0 AND ${FRESH})`;

/** True for one of which something succeeded or failed. Refusals are reported by themselves. */
const JUDGED = `(?3 IS NOT NULL AND ?5 + ?6 > 0 AND ${FRESH})`;

/** Counters per `json_set` call. A SQL function takes at most 32 arguments in D1. */
const COUNTS_A_CALL = 15;

/**
 * An expression that adds these counts to the counters. Unpacking them with `json_each` would cost a row read for each.
 * Names must not contain double quotes.
 */
function added(counts: Record<string, number>): string {
  const pairs = Object.entries(counts).map(([name, n]) => {
    const path = `'$."${name.replaceAll("'", "''")}"'`;
    return `${path}, ${Number(n)} + coalesce(counters ->> ${path}, 0)`;
  });
  let sum = "counters";
  for (let at = 0; at < pairs.length; at += COUNTS_A_CALL)
    sum = `json_set(${sum}, ${pairs.slice(at, at + COUNTS_A_CALL).join(", ")})`;
  return sum;
}

/** Adds to the counters and changes nothing else. */
export async function addCounts(db: D1Database, counts: Record<string, number>): Promise<void> {
  await db.prepare(`UPDATE tally SET counters = ${added(counts)} WHERE id = 1`).run();
}

/**
 * Records that the batch has finished and adds its counts. Its row lists the finished batches of the tick. A batch that
 * has already finished only adds `carried`, the counts of other work.
 */
export function recordInLedger(db: D1Database, plan: Commit, carried: Record<string, number>): D1PreparedStatement {
  const { good, bad, refused } = plan.answers;
  const counts = { ...carried };
  for (const [key, n] of Object.entries(plan.counts)) counts[key] = (counts[key] ?? 0) + n;
  const slot = plan.slot === null ? null : String(plan.slot);
  return db
    .prepare(
      `UPDATE tally SET
         done = iif(?3 IS NOT NULL AND ${FRESH},
           json_set(${recent("done")}, ${AT_TICK}, coalesce(done ->> ${AT_TICK}, ',') || ?3 || ','), done),
         unspent = unspent + iif(${FRESH}, ?4 - iif(${RELEASED}, ?7, 0), 0),
         counters = iif(${FRESH}, ${added(counts)}, ${added(carried)}),
         last_poll_at = iif(${POLLED}, max(last_poll_at, ?1), last_poll_at),
         failing_since = iif(${JUDGED}, iif(?5 > 0, 0, iif(failing_since = 0, ?1, failing_since)), failing_since),
         failed_polls = iif(${JUDGED}, iif(?5 > 0, 0, failed_polls + ?6), failed_polls)
       WHERE id = 1 RETURNING done ->> ${AT_TICK} AS slots`,
    )
    .bind(plan.tick, String(plan.tick), slot, plan.unspent, good, bad, plan.granted, refused);
}

/** Records that batches of one tick were released without polling, and gives back their calls. */
export function releaseBatches(db: D1Database, batches: Batch[]): D1PreparedStatement {
  const [tick, all] = [batches[0]!.tick, batches.map((batch) => ({ slot: batch.slot!, granted: grantedTo(batch) }))];
  return db.prepare(FREE).bind(...freeing({ tick, batches: all }));
}

/** Does the same for batches whose lease has expired, provided that the tick with this claim has won. */
export const releaseLapsed = (db: D1Database, lapsed: LapsedBatches, claim: string): D1PreparedStatement =>
  db.prepare(`${FREE} AND EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND claim = ?4)`).bind(...freeing(lapsed), claim);

/** The batches of ?3 (pairs of slot and calls) that have neither finished nor been released. */
const STILL_OUT = `json_each(?3) j WHERE instr(coalesce(done ->> ${AT_TICK}, ''), ',' || (j.value ->> 0) || ',') = 0
  AND instr(coalesce(freed ->> ${AT_TICK}, ''), ',' || (j.value ->> 0) || ',') = 0`;

const FREE = `UPDATE tally SET unspent = unspent + (SELECT coalesce(sum(j.value ->> 1), 0) FROM ${STILL_OUT}),
  freed = json_set(${recent("freed")}, ${AT_TICK}, coalesce(freed ->> ${AT_TICK}, ',')
    || (SELECT coalesce(group_concat((j.value ->> 0) || ',', ''), '') FROM ${STILL_OUT})) WHERE id = 1`;

const freeing = ({ tick, batches }: LapsedBatches) => [
  tick,
  String(tick),
  JSON.stringify(batches.map(({ slot, granted }) => [slot, granted])),
];
