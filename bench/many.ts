import { manyACall } from "../test/support/many-a-call.ts";
import { engineOnD1, userIdOf, watchMany, type EngineOnD1 } from "../test/support/engine-on-d1.ts";
import { FREE_A_DAY } from "../src/engine/plan/plan.ts";
import { at95, type Bench, type Options, type Row } from "./bench.ts";
import { at } from "./day-visitors.ts";
import { worker } from "./worker.ts";

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 0, 5);
const PER_CALL = 50;

interface Case {
  creators: number;
  /** Calls per minute. */
  perMinute: number;
  limits: "free" | "paid";
  minutes: number;
}

const CASES: Case[] = [
  { creators: 450, perMinute: 12, limits: "free", minutes: 1440 },
  { creators: 1000, perMinute: 20, limits: "paid", minutes: 240 },
  { creators: 10_000, perMinute: 240, limits: "paid", minutes: 40 },
];

/** Pseudo-random numbers, the same each time. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Milliseconds from each start until it was found. */
async function delays({ db }: EngineOnD1, starts: Map<string, number>): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT t.params ->> '$.userId' AS user_id, e.detected_at FROM events e JOIN targets t ON t.id = e.target_id
       WHERE e.type = 'live.started'`,
    )
    .all<{ user_id: string; detected_at: number }>();
  return results.map(({ user_id: userId, detected_at: found }) => found - starts.get(String(userId))!);
}

/** Creators who each go live once, at a time of their own, in ticks a minute apart. */
async function lived(engine: EngineOnD1, { creators, minutes }: Case) {
  const random = drawn(7);
  const starts = new Map(
    Array.from({ length: creators }, (_, n): [string, number] => [userIdOf(n), T0 + (2 + random() * minutes) * MINUTE]),
  );
  const gaps: number[] = [];
  let polls = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const now = T0 + minute * MINUTE;
    for (const [userId, start] of starts)
      if (start <= now && !engine.live.has(userId)) engine.live.set(userId, `72${userId}`);
    await at(now, () => engine.tick(now));
    const load = JSON.parse(String(await engine.db.prepare("SELECT load FROM ticker").first("load")));
    if (minute > 1) gaps.push(load.p95GapSeconds as number);
    polls += creators;
  }
  return { starts, gaps, polls };
}

async function row(one: Case): Promise<Row> {
  const variables = {
    LIMITS: one.limits,
    UPSTREAM_POLLS_PER_MINUTE: String(one.perMinute),
    UPSTREAM_OPERATIONS: manyACall(PER_CALL).replace("}}", '},"live.info":null,"user.info":null}'),
  };
  const { rowsRead, rowsWritten, queueOperations } = FREE_A_DAY as Required<typeof FREE_A_DAY>;
  const quotas = one.limits === "free" ? { rowsRead, rowsWritten, queueOperations } : undefined;
  const engine = await engineOnD1(await worker(), variables, quotas);
  const own = console.log;
  let faults = 0;
  console.log = (line: unknown) => void (faults += String(line).includes('"level":"error"') ? 1 : 0);
  try {
    await watchMany(engine, one.creators);
    engine.spent();
    const { starts, gaps } = await lived(engine, one);
    const spent = engine.spent();
    const found = await delays(engine, starts);
    return {
      what: `${one.creators} creators, ${PER_CALL} a call, ${one.perMinute} calls a minute, ${one.limits}, ${one.minutes} minutes`,
      starts: found.length,
      "mean min": (found.reduce((sum, each) => sum + each, 0) / found.length / MINUTE).toFixed(2),
      "p95 min": (at95(found) / MINUTE).toFixed(2),
      "p95 gap s": Math.max(...gaps),
      "faults in the log": faults,
      "rows read": spent.read,
      "rows written": spent.written,
      "queue operations": spent.queueOperations,
    };
  } finally {
    console.log = own;
    await engine.stop();
  }
}

async function run({ most = Infinity }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of CASES) if (one.creators <= most) rows.push(await row(one));
  return rows;
}

/** Creators of whom one call asks for fifty: how soon starts are found, and what of the free plan's quotas a day takes. */
export const many: Bench = { name: "many", run };
