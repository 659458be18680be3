import { startOnRuntime, subscribeAll, type System } from "../test/support/system.ts";
import { at95, median, type Bench, type Row } from "./bench.ts";
import { userOf } from "./whole/other-side.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const FLIPS = 60;
const ROOM = "7457312345678901234";

/** Sizes of a sweep; the other side answers each call after so long, milliseconds. */
const SIZES = [
  { targets: 1000, answersAfter: 0, sweeps: 5 },
  { targets: 1000, answersAfter: 20, sweeps: 3 },
  { targets: 10_000, answersAfter: 0, sweeps: 2 },
];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function watching(targets: number): Promise<System> {
  const system = await startOnRuntime({ UPSTREAM_POLLS_PER_MINUTE: String(targets * 2) });
  const rows = Array.from({ length: targets }, (_, n) => ({
    kind: "live",
    name: `Creator ${userOf(n)}.`,
    params: { userId: userOf(n) },
    settings: { confirmOff: 1, graceSeconds: 0 },
  }));
  const { status } = await system.api("POST", "/v1/targets/import", rows);
  if (status !== 200) throw new Error(`the import answered ${status}`);
  return system;
}

/** From the answer that says that a creator is on air to the message that says so, in milliseconds, and what it took. */
async function measured({ targets, answersAfter, sweeps }: (typeof SIZES)[number]): Promise<Row> {
  const system = await watching(targets);
  try {
    const answered = new Map<string, number>();
    system.upstream.interfere = async ({ query }) => {
      if (answersAfter > 0) await wait(answersAfter);
      answered.set(query.get("user_id")!, performance.now());
      return null;
    };
    const arrived = new Map<string, number>();
    let messages = 0;
    system.receiver.interfere = ({ body }) => {
      messages += 1;
      for (const [, user] of JSON.stringify(body).matchAll(/Creator (\d+)\./g))
        if (!arrived.has(user!)) arrived.set(user!, performance.now());
      return null;
    };
    await system.tick(START);
    await subscribeAll(system, ["discord"], { events: ["live.started"] });
    await system.tick(START + MINUTE);
    const waits: number[] = [];
    const counts: number[] = [];
    const seconds: number[] = [];
    let operations = 0;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      answered.clear();
      arrived.clear();
      messages = 0;
      const flips = Array.from({ length: FLIPS }, (_, n) => userOf(Math.floor((n * targets) / FLIPS) + sweep));
      for (const user of flips) system.upstream.live.set(user, ROOM);
      const before = await operationsOf(system);
      const from = performance.now();
      await system.tick(START + (2 + sweep) * MINUTE);
      while (await unsent(system)) await wait(20);
      operations += (await operationsOf(system)) - before;
      seconds.push((Math.max(...answered.values()) - from) / 1000);
      waits.push(...flips.flatMap((user) => (arrived.has(user) ? arrived.get(user)! - answered.get(user)! : [])));
      counts.push(messages);
    }
    return {
      what: `${targets} targets, ${FLIPS} starts, answers after ${answersAfter} ms`,
      "sweep s": Number(median(seconds).toFixed(1)),
      "poll to receiver p50 ms": Math.round(median(waits)),
      "p95 ms": Math.round(at95(waits)),
      named: waits.length,
      "messages a sweep": counts.join(" "),
      "queue operations a sweep": Math.round(operations / sweeps),
    };
  } finally {
    await system.stop();
  }
}

async function unsent({ db }: System): Promise<boolean> {
  const pending = "SELECT count(*) AS n FROM deliveries WHERE status = 'pending'";
  return (await db.prepare(pending).first<number>("n")) !== 0;
}

async function operationsOf({ db }: System): Promise<number> {
  const counters = await db.prepare("SELECT counters FROM tally").first<string>("counters");
  return (JSON.parse(counters!) as Record<string, number>)["queue|operations"] ?? 0;
}

/** How soon a start is told, over real HTTP, and in how many messages. */
export const alerts: Bench = {
  name: "alerts",
  async run() {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(await measured(size));
    return rows;
  },
};
