import { startOnRuntime, type System } from "../test/support/system.ts";
import { at95, median, type Bench, type Row } from "./bench.ts";
import { userOf } from "./whole/other-side.ts";

const TARGETS = 1000;
const MINUTE = 60_000;
/** Hints at different targets, several at a time; a key takes 120 a minute. */
const HINTS = 110;
const AT_ONCE = 4;
/** Hostile calls: keys that nobody has, the same target again, bodies that are no hints. */
const HOSTILE = 10_000;
const HOSTILE_AT_ONCE = 20;

async function watching(): Promise<System> {
  const system = await startOnRuntime({ UPSTREAM_POLLS_PER_MINUTE: String(TARGETS * 4) });
  const rows = Array.from({ length: TARGETS }, (_, n) => ({
    kind: "live",
    name: `Creator ${n}`,
    params: { userId: userOf(n) },
  }));
  const { status } = await system.api("POST", "/v1/targets/import", rows);
  if (status !== 200) throw new Error(`the import answered ${status}`);
  return system;
}

/** Calls `one` with 0 to `count`, so many at a time. */
async function together(count: number, atOnce: number, one: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await one(next++);
    }),
  );
}

const hint = (system: System, key: string, body: string): Promise<number> =>
  fetch(`${system.base}/hooks/${key}`, { method: "POST", headers: { "content-type": "application/json" }, body }).then(
    ({ status }) => status,
  );

async function tickedIn(system: System, at: number): Promise<number> {
  const from = performance.now();
  const { status } = await system.ticked(at);
  if (status !== 200) throw new Error(`a tick answered ${status}`);
  return performance.now() - from;
}

/** From a hint to the poll that it led to, in milliseconds. */
async function soon(system: System, key: string): Promise<Row> {
  const polled = new Map<string, number>();
  system.upstream.interfere = async ({ query }) => {
    polled.set(query.get("user_id")!, performance.now());
    return null;
  };
  const waits: number[] = [];
  await together(HINTS, AT_ONCE, async (n) => {
    const userId = userOf(n);
    const from = performance.now();
    if ((await hint(system, key, JSON.stringify({ userId }))) !== 202) return;
    while (!polled.has(userId) && performance.now() - from < 10_000) await new Promise((done) => setTimeout(done, 5));
    waits.push((polled.get(userId) ?? Infinity) - from);
  });
  system.upstream.interfere = async () => null;
  return {
    what: `${HINTS} hints, ${TARGETS} targets`,
    polled: waits.length,
    "p50 ms": Math.round(median(waits)),
    "p95 ms": Math.round(at95(waits)),
    "most ms": Math.round(Math.max(...waits)),
  };
}

/** What hostile calls cost: upstream calls, and how much longer ticks take meanwhile. */
async function hostile(system: System, key: string, from: number): Promise<Row> {
  const bodies = ["{", "[]", '{"userId":"x"}', `{"userId":"${"9".repeat(5000)}"}`, '{"userId":"1000001"}', "null"];
  const alone: number[] = [];
  for (let n = 1; n <= 5; n++) alone.push(await tickedIn(system, from + n * MINUTE));
  await system.settled();
  system.upstream.calls.length = 0;
  const statuses = new Map<number, number>();
  const began = performance.now();
  let isOver = false;
  const beside: number[] = [];
  const ticking = (async () => {
    for (let n = 6; !isOver; n++) {
      beside.push(await tickedIn(system, from + n * MINUTE));
      await new Promise((done) => setTimeout(done, 1000));
    }
  })();
  await together(HOSTILE, HOSTILE_AT_ONCE, async (n) => {
    const made = n % 3 === 0 ? key : `hook_${"x".repeat(20 + (n % 20))}${n}`;
    const status = await hint(system, made, bodies[n % bodies.length]!);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await ticking;
  await system.settled();
  return {
    what: `${HOSTILE} hostile calls`,
    seconds: seconds.toFixed(0),
    answers: [...statuses].map(([status, count]) => `${status}: ${count}`).join(", "),
    "polls beyond ticks": system.upstream.calls.length - beside.length * TARGETS,
    "tick alone ms": Math.round(median(alone)),
    "beside, p95 ms": Math.round(at95(beside)),
  };
}

/** How soon a hint leads to a poll, and what hostile hints cost. */
export const hooks: Bench = {
  name: "hooks",
  async run() {
    const system = await watching();
    try {
      const from = Math.floor(Date.now() / MINUTE) * MINUTE;
      await system.tick(from);
      const { body } = await system.api("POST", "/v1/hooks", { name: "Bot" });
      const rows = [await soon(system, body.key as string)];
      return [...rows, await hostile(system, body.key as string, from)];
    } finally {
      await system.stop();
    }
  },
};
