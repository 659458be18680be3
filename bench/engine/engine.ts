import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HEAP_FLAGS } from "../../host/runtime/memory.ts";
import { median, type Bench, type Row } from "../bench.ts";
import { cpuOfTree, residentOfTree } from "../processes.ts";

/** So many sweeps are measured together, that a round has some thousand polls. */
const SIZES = [
  { targets: 100, sweeps: 30, perCall: 1 },
  { targets: 1000, sweeps: 5, perCall: 1 },
  { targets: 10_000, sweeps: 1, perCall: 1 },
  { targets: 10_000, sweeps: 1, perCall: 50 },
];

const ROUNDS = 5;
const WARM_UPS = 3;

/** A tree that used less than this between two looks is at rest. */
const REST_MS = 0.5;
const LOOK_MS = 40;
const LONGEST_SWEEP_MS = 120_000;

interface Helper {
  process: ChildProcess;
  said: Record<string, string | number>;
}

async function started(name: string, args: string[] = [], execArgv: string[] = []): Promise<Helper> {
  const child = fork(join(import.meta.dirname, `${name}-process.ts`), args, { stdio: "inherit", execArgv });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  ended.catch(() => undefined);
  const [said] = (await Promise.race([once(child, "message"), ended])) as [Helper["said"]];
  return { process: child, said };
}

async function requested({ process: child }: Helper): Promise<Helper["said"]> {
  const answer = once(child, "message");
  child.send({});
  return ((await answer) as [Helper["said"]])[0];
}

async function stopped({ process: child }: Helper): Promise<void> {
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}

/** Until every call has come and nothing computes any more: batches of a queue end when nobody waits for them. */
async function swept(subject: Helper, upstream: Helper, expected: number): Promise<void> {
  await requested(subject);
  const from = performance.now();
  let calls = 0;
  for (let before = 0, now = cpuOfTree(subject.process.pid!); calls < expected || now - before > REST_MS;) {
    if (performance.now() - from > LONGEST_SWEEP_MS) throw new Error(`${calls} of ${expected} calls were made`);
    await sleep(LOOK_MS);
    calls += Number((await requested(upstream))["calls"]);
    [before, now] = [now, cpuOfTree(subject.process.pid!)];
  }
}

/** Milliseconds of CPU a poll, of all processes that polling takes. */
async function perPoll(
  subject: Helper,
  upstream: Helper,
  { targets, sweeps }: (typeof SIZES)[number],
  perCall: number,
) {
  const before = cpuOfTree(subject.process.pid!);
  for (let sweep = 0; sweep < sweeps; sweep++) await swept(subject, upstream, Math.ceil(targets / perCall));
  return (cpuOfTree(subject.process.pid!) - before) / (targets * sweeps);
}

async function measured(size: (typeof SIZES)[number], upstream: Helper): Promise<Row> {
  // As `npm start` has the process that starts the runtime.
  const of = (what: string) =>
    started("subject", [what, String(upstream.said["url"]), String(size.targets)], HEAP_FLAGS);
  const [ours, bare, straight] = [
    await of(size.perCall === 1 ? "system" : "many"),
    await of("bare"),
    await of("straight"),
  ];
  try {
    for (const subject of [ours, bare, straight])
      for (let n = 0; n < WARM_UPS; n++)
        await swept(subject, upstream, subject === ours ? Math.ceil(size.targets / size.perCall) : size.targets);
    const rounds: { ours: number; bare: number; straight: number }[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      rounds.push({
        bare: await perPoll(bare, upstream, size, 1),
        ours: await perPoll(ours, upstream, size, size.perCall),
        straight: await perPoll(straight, upstream, size, 1),
      });
    }
    const ms = (values: number[]) => Number(median(values).toFixed(3));
    return {
      what: `${size.targets} targets${size.perCall === 1 ? "" : `, ${size.perCall} a call`}`,
      "ms a poll": ms(rounds.map((one) => one.ours)),
      "bare loop": ms(rounds.map((one) => one.bare)),
      ratio: Number(median(rounds.map((one) => one.ours / one.bare)).toFixed(2)),
      ratios: rounds.map((one) => (one.ours / one.bare).toFixed(2)).join(" "),
      "bare, going out as ours": ms(rounds.map((one) => one.straight)),
      "resident MiB": Math.round(residentOfTree(ours.process.pid!)),
      "bare MiB": Math.round(residentOfTree(bare.process.pid!)),
    };
  } finally {
    await Promise.all([ours, bare, straight].map(stopped));
  }
}

/** CPU of an unchanged poll on the local runtime, of all processes, against a bare loop on the same runtime and service. */
export const engine: Bench = {
  name: "engine",
  async run() {
    const upstream = await started("upstream");
    try {
      const rows: Row[] = [];
      for (const size of SIZES) rows.push(await measured(size, upstream));
      return rows;
    } finally {
      await stopped(upstream);
    }
  },
};
