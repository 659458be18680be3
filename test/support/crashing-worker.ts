import type { Env } from "../../src/wiring/compose-environment.ts";
import { doors, type Doors } from "../../src/wiring/handlers.ts";

// The Worker with a halt before and after each step of the engine, as its platform sees it: a statement, a message or a
// call. The control server lets it continue, or kills the process.

/** The steps that are statements, by what only they say. */
const STATEMENTS: Record<string, RegExp> = {
  claim: /UPDATE ticker SET last_tick_at/,
  load: /FROM ticker k JOIN tally y/,
  commit: /UPDATE targets SET revision/,
  take: /UPDATE channels SET taker/,
  settle: /UPDATE deliveries SET status = \(\?1/,
  issue: /INSERT INTO editions/,
  keep: /UPDATE editions SET content/,
  write: /INSERT INTO audit/,
};

type Halt = <T>(name: string | undefined, step: () => Promise<T>) => Promise<T>;

const haltOf =
  (control: string): Halt =>
  async (name, step) => {
    if (name === undefined) return step();
    await fetch(`${control}/before-${name}`);
    const result = await step();
    await fetch(`${control}/after-${name}`);
    return result;
  };

interface Halting {
  query: string;
  inner: D1PreparedStatement;
}

function haltingDatabase(db: D1Database, halt: Halt): D1Database {
  const stepOf = (queries: string[]) =>
    Object.keys(STATEMENTS).find((name) => queries.some((query) => STATEMENTS[name]!.test(query)));
  const wrap = (query: string, inner: D1PreparedStatement): D1PreparedStatement => {
    const all = () => halt(stepOf([query]), () => inner.all());
    const bind = (...values: unknown[]) => wrap(query, inner.bind(...values));
    return { query, inner, bind, all } as never;
  };
  const batch = (statements: D1PreparedStatement[]) => {
    const own = statements as unknown as Halting[];
    return halt(stepOf(own.map(({ query }) => query)), () => db.batch(own.map(({ inner }) => inner)));
  };
  return { prepare: (query: string) => wrap(query, db.prepare(query)), batch } as never;
}

/** A queue whose messages of one kind are a step. */
const haltingQueue = <M>(queue: Queue<M>, halt: Halt, nameOf: (message: M) => string): Queue<M> => ({
  metrics: () => queue.metrics(),
  send: (message, options) => halt(nameOf(message), () => queue.send(message, options)),
  sendBatch: (messages, options) => {
    const all = [...messages];
    return halt(nameOf(all[0]!.body), () => queue.sendBatch(all, options));
  },
});

function halting(env: Env): Env {
  const halt = haltOf(String(env["CONTROL_URL"]));
  const calls = (name: string, to: Pick<Fetcher, "fetch">) => ({
    fetch: (...call: Parameters<Fetcher["fetch"]>) => halt(name, () => to.fetch(...call)),
  });
  return {
    ...env,
    DB: haltingDatabase(env.DB, halt),
    POLLS: haltingQueue(env.POLLS, halt, (message) => ("targets" in message ? "enqueue" : "beat")),
    DELIVERIES: haltingQueue(env.DELIVERIES, halt, (message) => ("edition" in message ? "order" : "nudge")),
    OUTSIDE: calls("read", env.OUTSIDE!),
    DESTINATIONS: calls("send", env.DESTINATIONS as never) as never,
  };
}

const known = new WeakMap<Env, Env>();

/** One for each environment: what an isolate derives from it is found by it. */
function haltingOnce(env: Env): Env {
  if (!known.has(env)) known.set(env, halting(env));
  return known.get(env)!;
}

const inner = doors();

export default {
  scheduled: (controller, env, context) => inner.scheduled(controller, haltingOnce(env), context),
  queue: (batch, env, context) => inner.queue(batch, haltingOnce(env), context),
  fetch: (request, env, context) => inner.fetch(request, haltingOnce(env), context),
} satisfies Doors;
