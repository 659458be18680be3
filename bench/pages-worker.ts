import { doors, type Doors } from "../src/wiring/handlers.ts";
import { interposed } from "../test/support/interposed-d1.ts";

// The Worker, which can also ask the database once more for what its last page asked, and do nothing else.
const inner = doors();

type Env = Parameters<Doors["fetch"]>[1];

const watched = new WeakMap<Env, Env>();
let requested: (() => Promise<unknown>)[] = [];

/** The same environment, with all that is asked of its database kept in order. */
function watching(env: Env): Env {
  const known = watched.get(env);
  if (known !== undefined) return known;
  const stored = interposed(env.DB);
  stored.between = (_requested, run) => {
    requested.push(run);
    return run();
  };
  const created = { ...env, DB: stored.db };
  watched.set(env, created);
  return created;
}

export default {
  scheduled: inner.scheduled,
  queue: inner.queue,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/nothing") return new Response("nothing");
    if (pathname === "/bench/again") {
      for (const run of requested) await run();
      return new Response("again");
    }
    requested = [];
    return inner.fetch(request, watching(env), context);
  },
} satisfies Doors;
