import { AsyncLocalStorage } from "node:async_hooks";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { doors, type Doors } from "../../src/wiring/handlers.ts";

export { Watchdog } from "../../src/wiring/handlers.ts";

// The Worker with a database that enforces the free plan's statements of an invocation.
const MAX_STATEMENTS = 50;

/** The header of an answer that says how many statements its invocation sent. */
const SPENT = "x-statements";

interface Spent {
  statements: number;
}

const invocation = new AsyncLocalStorage<Spent>();

function spend(statements: number): void {
  const spent = invocation.getStore()!;
  spent.statements += statements;
  if (spent.statements > MAX_STATEMENTS)
    throw new Error("D1_ERROR: Too many API requests by single worker invocation.");
}

interface Own {
  inner: D1PreparedStatement;
}

const wrap = (inner: D1PreparedStatement): Own & Record<string, unknown> => {
  const one = <T>(run: () => Promise<T>): Promise<T> => {
    spend(1);
    return run();
  };
  return {
    inner,
    bind: (...values: unknown[]) => wrap(inner.bind(...values)),
    all: () => one(() => inner.all()),
    run: () => one(() => inner.run()),
  };
};

const limited = (db: D1Database): D1Database =>
  ({
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: (statements: Own[]) => {
      spend(statements.length);
      return db.batch(statements.map(({ inner }) => inner));
    },
  }) as unknown as D1Database;

const inner = doors();
const envs = new WeakMap<Env, Env>();

function limitedEnv(env: Env): Env {
  if (!envs.has(env)) envs.set(env, { ...env, DB: limited(env.DB) });
  return envs.get(env)!;
}

export default {
  scheduled: (controller, env, context) =>
    invocation.run({ statements: 0 }, () => inner.scheduled(controller, limitedEnv(env), context)),
  queue: (batch, env, context) => invocation.run({ statements: 0 }, () => inner.queue(batch, limitedEnv(env), context)),
  fetch: (request, env, context) => {
    const spent = { statements: 0 };
    return invocation.run(spent, async () => {
      const answer = await inner.fetch(request, limitedEnv(env), context);
      const counted = new Response(answer.body, answer);
      counted.headers.set(SPENT, String(spent.statements));
      return counted;
    });
  },
} satisfies Doors;
