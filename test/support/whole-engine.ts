import { fixedBudget } from "../../src/core/budget.ts";
import { priorStore } from "../../src/engine/poll/prediction-store.ts";
import { timetableStore } from "../../src/engine/poll/timetable-store.ts";
import { WEEK_MINUTES } from "../../src/engine/prediction/week.ts";
import { IDLE } from "../../src/core/load.ts";
import { foundAfter, watchedAt } from "../../src/engine/plan/plan.ts";
import type { Fault } from "../../src/core/fault.ts";
import { err, ok } from "../../src/core/result.ts";
import type { Json } from "../../src/core/json.ts";
import type { WeeklyHours } from "../../src/core/weekly-hours.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { importedStore } from "../../src/features/history/imported-store.ts";
import { poll } from "../../src/engine/poll/poll.ts";
import { updatePrior } from "../../src/engine/poll/choose.ts";
import { tick, type TickDeps } from "../../src/engine/poll/tick.ts";
import { plainOperation } from "./readings.ts";
import { storeEngine } from "./store-engine.ts";
import { Log, type Broadcasts } from "./polling-log.ts";

/** Monday 5 January 2026, 00:00 UTC. */
const EPOCH = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

/** A world, and how it is polled. */
export interface Run {
  histories: Broadcasts[];
  perMinute: number;
  minutes: number;
  /** Operations besides the live check that a start may call. */
  optionalCalls: number;
  /** When targets were created, epoch ms; by default with the first tick. */
  madeAt?: number;
  /** Starts count from this minute on. */
  judgedFrom?: number;
  /** Streams before the first tick, imported when the targets are created; minutes, negative. */
  pasts?: Broadcasts[];
  /** What was typed about each target's hours, in UTC. */
  usualHours?: WeeklyHours[][];
  /** What happens to a call in a minute; "lost" is a batch that dies before it polls. Asked anew for each call. */
  weather?: (minute: number) => Fault | "lost" | null;
}

/** What polls saw and reported, and the poll threshold at the end of each day. */
export interface Ran extends Log {
  prices: number[];
}

/** The whole engine, a tick per minute: its own ticks, batches, polls and commits, on SQLite in memory. */
export async function engineOver(run: Run): Promise<Ran> {
  const {
    histories,
    perMinute,
    minutes,
    optionalCalls,
    madeAt: createdAt = EPOCH,
    judgedFrom: evaluatedFrom = 0,
    pasts,
    usualHours = [],
    weather = () => null,
  } = run;
  const rules = { perMinute, batchSize: { calls: 200, cpu: 4000 }, ownCalls: 10_000 };
  const watched = histories.map((_, n) => ({ id: idOf(n), kind: "live", params: { userId: String(n + 1) } }));
  const engine = await storeEngine(watched, rules);
  for (const [n, hours] of usualHours.entries())
    if (hours.length > 0) await engine.change(idOf(n), { usualHours: hours as unknown as Json });
  await engine.db
    .prepare("UPDATE targets SET created_at = ?1, hours_at = iif(hours_at IS NULL, NULL, ?1)")
    .bind(createdAt)
    .run();
  if (pasts !== undefined) {
    const sessions = pasts.flatMap(({ sessions: all }, n) =>
      all.map(([start, end]) => ({ targetId: idOf(n), startedAt: instant(start), endedAt: instant(end) })),
    );
    await importedStore(engine.db, async () => EPOCH).store(sessions);
  }
  const timetable = timetableStore(engine.db, async () => ({ connected: true, optionalCalls, isDemo: false }));
  const places = new Map(watched.map(({ id }, n) => [id, n]));
  const log = Object.assign(new Log(histories, evaluatedFrom), { prices: [] as number[] });
  let minute = 0;
  const read: Read = async ({ operation: name, values }) => {
    const answered = { operation: plainOperation(name), facts: {} };
    const fault = weather(minute);
    if (fault !== null && fault !== "lost") {
      log.called(minute);
      return err(fault);
    }
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
    const now = instant(minute);
    const ticked = await tick(now, rules, timetable);
    for (const batch of weather(minute) === "lost" ? [] : ticked.batches) {
      const { events } = await poll(batch, deps);
      for (const { type, targetId } of events) if (targetId !== null) log.told(type, places.get(targetId)!, minute);
    }
    if (ticked.pooling) await updatePrior(now, priorStore(engine.db, fixedBudget(perMinute)));
    if ((minute + 1) % WEEK_MINUTES === 0) log.promised.push(await promised(timetable, perMinute));
    if ((minute + 1) % 1440 === 0) log.prices.push((await timetable.readTimetable()).load.price ?? 0);
  }
  return log;
}

const instant = (minute: number): number => EPOCH + minute * MINUTE_MS;

const idOf = (n: number): string => `tgt_${String(n).padStart(24, "0")}`;

/** The delay of starts that a plan predicts now, minutes. */
async function promised(timetable: Pick<TickDeps, "readTimetable">, perMinute: number): Promise<number | null> {
  const { load, pool: learned } = await timetable.readTimetable();
  const { delay } = foundAfter(watchedAt({ load: { ...IDLE, ...load }, pool: learned }, perMinute));
  return delay === null ? null : delay.meanSeconds / 60;
}
