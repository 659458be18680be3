import { grantedTo, type Batch } from "../../flows/poll/batch.ts";
import type { Commit } from "../../core/commit.ts";
import type { LapsedBatches } from "../../flows/poll/survey.ts";
import { LEASE_MS, type BatchEnd } from "../../core/sheet.ts";

/** What was dealt so long ago is looked for by nobody: its claims are over. Tick time. */
const STORED_MS = 2 * LEASE_MS;

type Slots = Record<string, string>;

/** Says what became of a batch, from what the tally's row remembers. */
export function endsOf(done: string, released: string): (slot: number, tick: number) => BatchEnd {
  const [ended, given] = [JSON.parse(done) as Slots, JSON.parse(released) as Slots];
  return (slot, tick) => {
    const mark = `,${slot},`;
    if (ended[tick]?.includes(mark)) return "done";
    return given[tick]?.includes(mark) ? "freed" : null;
  };
}

/** How many batches a list of slots (",0,3,") has. */
const countOf = (slots: string): number => slots.split(",").length - 2;

/** How many batches of its tick are in, by the row that `addToTally` gives back. */
export const batchesIn = (row: Record<string, unknown> | undefined): number =>
  typeof row?.["slots"] === "string" ? countOf(row["slots"]) : 0;

/** A path to the tick ?2, which is text: a number would become one with a point. */
const AT_TICK = `('$."' || ?2 || '"')`;

/** Lists that are shorter are left as they are: looking through them costs a row read for each. */
const MAX_CHARS = 600;

/** The lists of the ticks that still matter, where they are many and this is the first batch of its tick; else as they are. */
const recent = (column: string): string =>
  `iif(length(${column}) < ${MAX_CHARS} OR ${column} ->> ${AT_TICK} IS NOT NULL, ${column},
     (SELECT json_group_object(key, value) FROM json_each(${column}) WHERE CAST(key AS INTEGER) > ?1 - ${STORED_MS}))`;

/** True for a poll outside of the timetable (slot ?3 null), and for a batch that is not in yet. */
const FRESH = `(?3 IS NULL OR instr(coalesce(done ->> ${AT_TICK}, ''), ',' || ?3 || ',') = 0)`;

/** True for a batch whose calls were all given back before it came in. */
const RELEASED = `instr(coalesce(freed ->> ${AT_TICK}, ''), ',' || ?3 || ',') > 0`;

/** The same for one that polled something. */
const POLLED = `(?3 IS NOT NULL AND ?5 + ?6 > 0 AND ${FRESH})`;

/** A function of SQL takes 32 values in D1. */
const COUNTS_A_CALL = 15;

/** The counters with these added, as an expression: taking them out of JSON would be a row read for each. Their names have no quotes. */
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

/** Adds to the counters alone. */
export async function addCounts(db: D1Database, counts: Record<string, number>): Promise<void> {
  await db.prepare(`UPDATE tally SET counters = ${added(counts)} WHERE id = 1`).run();
}

/**
 * Marks the batch as in and adds its counts; answers the batches of the tick that are in. A batch that is in already
 * adds nothing but what other work counted (`carried`).
 */
export function recordInLedger(db: D1Database, plan: Commit, carried: Record<string, number>): D1PreparedStatement {
  const { good, bad } = plan.answers;
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
         failing_since = iif(${POLLED}, iif(?5 > 0, 0, iif(failing_since = 0, ?1, failing_since)), failing_since),
         failed_polls = iif(${POLLED}, iif(?5 > 0, 0, failed_polls + ?6), failed_polls)
       WHERE id = 1 RETURNING done ->> ${AT_TICK} AS slots`,
    )
    .bind(plan.tick, String(plan.tick), slot, plan.unspent, good, bad, plan.granted);
}

/** Marks batches of one tick as given back unpolled, and their calls as not made. */
export function releaseBatches(db: D1Database, batches: Batch[]): D1PreparedStatement {
  const [tick, all] = [batches[0]!.tick, batches.map((batch) => ({ slot: batch.slot!, granted: grantedTo(batch) }))];
  return db.prepare(FREE).bind(...freeing({ tick, batches: all }));
}

/** The same for batches whose lease is over, where the tick that has this claim has won. */
export const releaseLapsed = (db: D1Database, lapsed: LapsedBatches, claim: string): D1PreparedStatement =>
  db.prepare(`${FREE} AND EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND claim = ?4)`).bind(...freeing(lapsed), claim);

/** Those of ?3, pairs of slot and calls, that neither came in nor were given back before. */
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
