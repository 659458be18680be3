import { grantedTo, type Batch } from "../../flows/poll/batch.ts";
import type { Commit } from "../../core/commit.ts";
import { LEASE_MS, type BatchEnd } from "../../core/sheet.ts";

/** What was dealt so long ago is looked for by nobody: its claims are over. Tick time. */
const KEPT_MS = 2 * LEASE_MS;

type Slots = Record<string, string>;

/** Says what became of a batch, from what the tally's row remembers. */
export function endsOf(done: string, freed: string): (slot: number, tick: number) => BatchEnd {
  const [ended, given] = [JSON.parse(done) as Slots, JSON.parse(freed) as Slots];
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

/** The lists of the ticks that still matter, where this is the first batch of its tick; else as they are. */
const recent = (column: string): string =>
  `iif(${column} ->> ${AT_TICK} IS NOT NULL, ${column}, (SELECT json_group_object(key, value) FROM json_each(${column})
     WHERE CAST(key AS INTEGER) > ?1 - ${KEPT_MS}))`;

/** True for a poll outside of the timetable (slot ?3 null), and for a batch that is not in yet. */
const FRESH = `(?3 IS NULL OR instr(coalesce(done ->> ${AT_TICK}, ''), ',' || ?3 || ',') = 0)`;

/** The same for one that polled something. */
const POLLED = `(?3 IS NOT NULL AND ?6 + ?7 > 0 AND ${FRESH})`;

/**
 * Marks the batch as in and adds its counts; answers the batches of the tick that are in. A batch that is in already
 * adds nothing but what other work counted (`carried`). Counters are merged key by key: the names in them have no quotes.
 */
export function addToTally(db: D1Database, plan: Commit, carried: Record<string, number>): D1PreparedStatement {
  const { good, bad } = plan.answers;
  const counts = { ...carried };
  for (const [key, n] of Object.entries(plan.counts)) counts[key] = (counts[key] ?? 0) + n;
  const slot = plan.slot === null ? null : String(plan.slot);
  return db
    .prepare(
      `UPDATE tally SET
         done = iif(?3 IS NOT NULL AND ${FRESH},
           json_set(${recent("done")}, ${AT_TICK}, coalesce(done ->> ${AT_TICK}, ',') || ?3 || ','), done),
         unspent = unspent + iif(${FRESH}, ?4, 0),
         counters = json_patch(counters, (SELECT json_group_object(n.key,
           n.value + coalesce(counters ->> ('$."' || n.key || '"'), 0)) FROM json_each(iif(${FRESH}, ?5, ?8)) n)),
         last_poll_at = iif(${POLLED}, max(last_poll_at, ?1), last_poll_at),
         failing_since = iif(${POLLED}, iif(?6 > 0, 0, iif(failing_since = 0, ?1, failing_since)), failing_since),
         failed_polls = iif(${POLLED}, iif(?6 > 0, 0, failed_polls + ?7), failed_polls)
       WHERE id = 1 RETURNING done ->> ${AT_TICK} AS slots`,
    )
    .bind(plan.tick, String(plan.tick), slot, plan.unspent, JSON.stringify(counts), good, bad, JSON.stringify(carried));
}

/** Marks batches of one tick as given back unpolled, and their calls as not made. */
export function freeBatches(db: D1Database, batches: Batch[]): D1PreparedStatement {
  const { tick } = batches[0]!;
  const slots = batches.map(({ slot }) => `${slot},`).join("");
  const unspent = batches.reduce((sum, batch) => sum + grantedTo(batch), 0);
  return db
    .prepare(
      `UPDATE tally SET unspent = unspent + ?4,
         freed = json_set(${recent("freed")}, ${AT_TICK}, coalesce(freed ->> ${AT_TICK}, ',') || ?3) WHERE id = 1`,
    )
    .bind(tick, String(tick), slots, unspent);
}
