import { poolStore } from "../../src/edges/store/habit-store.ts";
import { timetableStore } from "../../src/edges/store/timetable-store.ts";
import { WEEK_MINUTES } from "../../src/core/habit/week.ts";
import { IDLE } from "../../src/core/load.ts";
import { foundAfter, watchedAt } from "../../src/core/plan/plan.ts";
import { ok } from "../../src/core/result.ts";
import type { Read } from "../../src/flows/poll/calls.ts";
import { poll } from "../../src/flows/poll/poll.ts";
import { pool } from "../../src/flows/poll/pool.ts";
import { tick, type TickDeps } from "../../src/flows/poll/tick.ts";
import { plainOperation } from "./readings.ts";
import { storeEngine } from "./store-engine.ts";
import { Log, type Broadcasts } from "./polling-log.ts";

/** Monday 5 January 2026, 00:00 UTC. */
const EPOCH = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

/**
 * The whole engine over these histories, a tick a minute: its own ticks, batches, polls and commits, on SQLite in memory, with
 * operations beyond the live check that a start may call (`optionalCalls`), and targets that were made at `madeAt`.
 */
export async function engineOver(
  histories: Broadcasts[],
  perMinute: number,
  minutes: number,
  optionalCalls: number,
  madeAt = EPOCH,
): Promise<Log> {
  const rules = { perMinute, batchSize: { calls: 200, cpu: 4000 }, ownCalls: 10_000 };
  const watched = histories.map((_, n) => ({ id: idOf(n), kind: "live", params: { userId: String(n + 1) } }));
  const engine = await storeEngine(watched, rules);
  await engine.db.prepare("UPDATE targets SET created_at = ?1").bind(madeAt).run();
  const timetable = timetableStore(engine.db, async () => ({ connected: true, optionalCalls }));
  const places = new Map(watched.map(({ id }, n) => [id, n]));
  const log = new Log(histories);
  let minute = 0;
  const read: Read = async ({ operation: name, values }) => {
    const answered = { operation: plainOperation(name), facts: {} };
    if (name !== "live.check") {
      log.called(minute);
      log.optional += 1;
      return ok({ body: {}, ...answered });
    }
    const room = log.polled(Number(values["userId"]) - 1, minute);
    return ok({ body: { code: 0, data: { data: [{ alive: room !== 0, room_id: room }] } }, ...answered });
  };
  const deps = engine.deps(read);
  for (; minute < minutes; minute++) {
    const now = EPOCH + minute * MINUTE_MS;
    const ticked = await tick(now, rules, timetable);
    for (const batch of ticked.batches) {
      const { events } = await poll(batch, deps);
      for (const { type, targetId } of events) log.told(type, places.get(targetId!)!, minute);
    }
    if (ticked.pooling) await pool(now, poolStore(engine.db));
    if ((minute + 1) % WEEK_MINUTES === 0) log.promised.push(await promised(timetable, perMinute));
  }
  return log;
}

const idOf = (n: number): string => `tgt_${String(n).padStart(24, "0")}`;

/** How soon a start is seen as a plan promises it now, minutes. */
async function promised(timetable: Pick<TickDeps, "readTimetable">, perMinute: number): Promise<number | null> {
  const { load, pool: learned } = await timetable.readTimetable();
  const { delay } = foundAfter(watchedAt({ load: { ...IDLE, ...load }, pool: learned }, perMinute));
  return delay === null ? null : delay.meanSeconds / 60;
}
