import {
  engineOnD1,
  notifyDiscord,
  userIdOf,
  watchMany,
  type EngineOnD1,
  type Spent,
} from "../test/support/engine-on-d1.ts";
import { predictionOf, storedPrediction } from "../src/engine/prediction/schedule-prediction.ts";
import { NO_HISTORY } from "../src/engine/prediction/history.ts";
import { PREDICTION_PAGE } from "../src/features/creators/resource/poll-slot.ts";
import type { Bench, Row } from "./bench.ts";
import { worker } from "./worker.ts";

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 0, 5, 12);
const SIZES = [100, 1000, 10_000, 100_000];

/** One in a hundred is another in the next tick: half of them begin, half end. */
const CHANGING = 0.01;

/** What a tick of so many polls took, by 10,000 polls, and this process with it. */
const row = (what: string, polls: number, spent: Spent, cpuMs: number): Row => {
  const per = (value: number) => Math.round((value * 10_000) / polls);
  return {
    what,
    "rows read": per(spent.read),
    "rows written": per(spent.written),
    statements: per(spent.statements),
    "queue operations": per(spent.queueOperations),
    invocations: per(spent.invocations),
    "cpu ms": per(cpuMs),
    "of the tick: statements": spent.tick.statements,
    "rows in it": spent.tick.read,
    "its cpu ms": Math.round(spent.tick.cpuMs),
  };
};

async function ticked(engine: EngineOnD1, at: number): Promise<[Spent, cpuMs: number]> {
  engine.spent();
  const before = process.cpuUsage();
  await engine.tick(at);
  const { user, system } = process.cpuUsage(before);
  return [engine.spent(), (user + system) / 1000];
}

async function of(count: number, LIMITS: string): Promise<Row[]> {
  const engine = await engineOnD1(await worker(), { LIMITS });
  const own = console.log;
  // The engine's own log.
  console.log = () => undefined;
  try {
    await watchMany(engine, count);
    await notifyDiscord(engine);
    const rows: Row[] = [];
    let minute = 0;
    const next = () => ticked(engine, T0 + minute++ * MINUTE);
    await next();
    await next();
    rows.push(row(`${count} targets, ${LIMITS}, unchanged`, count, ...(await next())));
    const changing = Math.max(1, Math.round((count * CHANGING) / 2));
    const step = Math.floor(count / (4 * changing));
    const flip = (from: number) => {
      for (let n = 0; n < changing; n++) engine.live.set(userIdOf((from + 4 * n) * step), "72");
    };
    const end = (from: number) => {
      for (let n = 0; n < changing; n++) engine.live.delete(userIdOf((from + 4 * n) * step));
    };
    // An end is told after its second sight and three minutes: in the tick that is counted some begin and some end.
    flip(0);
    await next();
    end(0);
    await next();
    await next();
    await next();
    flip(1);
    rows.push(row(`${count} targets, ${LIMITS}, 1 % changed`, count, ...(await next())));
    return rows;
  } finally {
    console.log = own;
    await engine.stop();
  }
}

/** Targets a call a minute where the budget is too small for all. */
const SHARE = 20;
const DAY_MINUTES = 1440;

/** The same where the budget is too small, once habits are known: all ticks of an hour in which nothing changes. */
async function byPrediction(count: number, LIMITS: string): Promise<Row> {
  const calls = count / SHARE;
  const engine = await engineOnD1(await worker(), { LIMITS, UPSTREAM_POLLS_PER_MINUTE: String(calls) });
  const own = console.log;
  // The engine's own log.
  console.log = () => undefined;
  try {
    await watchMany(engine, count);
    // Each is polled twice, and learned with the second.
    for (let minute = 0; minute < 3 * SHARE; minute++) await engine.tick(T0 + minute * MINUTE);
    const predictions = JSON.stringify(
      storedPrediction(predictionOf(NO_HISTORY, T0 - 30 * DAY_MINUTES * MINUTE, T0), T0),
    );
    await engine.db.batch([
      engine.db.prepare("DELETE FROM habits"),
      engine.db
        .prepare(
          `INSERT INTO habits (page, habits) SELECT ${PREDICTION_PAGE}, json_group_object(id, json(?1))
           FROM targets GROUP BY 1`,
        )
        .bind(predictions),
    ]);
    engine.spent();
    const before = process.cpuUsage();
    for (let minute = 3 * SHARE; minute < 3 * SHARE + 60; minute++) await engine.tick(T0 + minute * MINUTE);
    const { user, system } = process.cpuUsage(before);
    return row(`${count} targets, ${LIMITS}, by habit`, 60 * calls, engine.spent(), (user + system) / 1000);
  } finally {
    console.log = own;
    await engine.stop();
  }
}

/** What polls take of the database and the queues by 10,000 of them, of as many targets as there may be. */
export const rows: Bench = {
  name: "rows",
  async run({ most: max = SIZES.at(-1)! }) {
    const all: Row[] = [];
    for (const size of SIZES.filter((one) => one <= max)) {
      for (const limits of size <= 1000 ? ["tight", "paid"] : ["paid"]) all.push(...(await of(size, limits)));
    }
    for (const size of [1000, 10_000].filter((one) => one <= max)) all.push(await byPrediction(size, "paid"));
    all.push(await byPrediction(1000, "tight"));
    return all;
  },
};
