// Measures the CPU of each request in the Worker's own code once it is warm. Arguments: the bundle and the database file.
import { readMigrations } from "../../host/runtime/migrations.ts";
import { migrate } from "../../test/support/migrate.ts";
import { allRequested, type Requested } from "../costs/asked.ts";
import { peopledWorld } from "../costs/world.ts";
import { median } from "../bench.ts";
import { database, env, inner, loadPlatform, messages, ofDatabase, since, used, worker } from "./in-process.ts";

const WARM_UPS = 8;
const RUNS = 5;

/** Time budget for all runs of a request, milliseconds. Slow ones run less often. */
const MAX_MS = 2500;

/** Time between two runs, so that caches have expired and rate limits are not reached. */
const STEP_MS = 61_000;

const now = Date.now();
let at = now;
Date.now = () => at;

const send = (request: Request): Promise<Response> => worker.fetch(request as never, env, {} as never) as never;

interface Run {
  status: number;
  bytes: number;
  own: number;
  database: number;
}

/** Sends a request and rolls back what it wrote. */
async function once(make: Requested["make"]): Promise<Run> {
  at += STEP_MS;
  database.exec("SAVEPOINT request");
  try {
    const request = make();
    ofDatabase();
    const before = used();
    const answer = await send(request);
    const { byteLength: bytes } = await answer.arrayBuffer();
    const all = since(before).thread;
    const { thread } = ofDatabase();
    return { status: answer.status, bytes, own: all - thread, database: thread };
  } finally {
    database.exec("ROLLBACK TO request; RELEASE request");
    messages.length = 0;
  }
}

async function measured({ caller, what, make }: Requested): Promise<object> {
  const runs: Run[] = [];
  let spent = 0;
  at = now;
  while (runs.length < WARM_UPS + RUNS && (runs.length < 3 || spent < MAX_MS)) {
    const run = await once(make);
    runs.push(run);
    spent += run.own + run.database;
  }
  const last = runs.slice(-RUNS);
  const { status, bytes } = last.at(-1)!;
  const of = (part: "own" | "database") => median(last.slice(runs.length < WARM_UPS ? 1 : 0).map((run) => run[part]));
  return { caller, what, status, bytes, own: of("own"), database: of("database") };
}

await migrate(inner as never, await readMigrations());
await loadPlatform();
const callers = await peopledWorld(inner, now, send);
const all: object[] = [];
for (const requested of await allRequested(callers, now, send)) all.push(await measured(requested));
process.stdout.write(JSON.stringify(all));
