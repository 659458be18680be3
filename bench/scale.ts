import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, Row } from "./bench.ts";
import { cpuOf } from "./processes.ts";
import { ticking } from "./ticking.ts";
import { userOf } from "./whole/other-side.ts";
import { startWhole, type Whole } from "./whole/whole.ts";

const DEFAULT = 100_000;
const SECOND = 1000;
const POLLED_MS = 5 * 60 * SECOND;
/** A service nearby answers so soon. */
const ANSWERS_AFTER_MS = 20;

/** The most memory that a process had since `forget`, MiB. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

/** Counts the most memory of a process from now on. */
const forget = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

type Target = { kind: string; name: string; params: { userId: string } };

/** What a step took: time, CPU and memory of the runtime, and how late ticks came meanwhile. */
async function step(what: string, { host }: Whole, ticks: ReturnType<typeof ticking>, run: () => Promise<unknown>) {
  ticks.took.length = 0;
  forget(host.pid());
  const [from, cpu] = [performance.now(), cpuOf(host.pid())];
  await run();
  const seconds = (performance.now() - from) / SECOND;
  // The tick that came meanwhile is counted once it is over.
  await sleep(8 * SECOND);
  const row: Row = {
    what,
    seconds: Number(seconds.toFixed(1)),
    "CPU s": Number(((cpuOf(host.pid()) - cpu) / SECOND).toFixed(1)),
    "longest tick s": Number((Math.max(0, ...ticks.took) / SECOND).toFixed(1)),
    "runtime MiB": Math.round(peakOf(host.pid())),
    "host MiB": Math.round(peakOf(process.pid)),
  };
  return row;
}

/** Polls all of them each minute: how many calls come, what is said to be achieved, and when "behind" is said. */
async function polled(whole: Whole, targets: number, ticks: ReturnType<typeof ticking>): Promise<Row> {
  const { host, call, other } = whole;
  forget(host.pid());
  ticks.took.length = 0;
  const from = Date.now();
  await other.ask(0);
  let calls = 0;
  let behind: number | null = null;
  while (Date.now() - from < POLLED_MS) {
    await sleep(5 * SECOND);
    calls += (await other.ask(0)).calls;
    const { reasons } = (await call("GET", "/healthz")) as { reasons: string[] };
    if (reasons.includes("behind")) behind ??= (Date.now() - from) / SECOND;
  }
  const { achieved } = (await call("GET", "/v1/plan")) as { achieved: { p95GapSeconds: number | null } };
  return {
    what: `${targets} to be polled each minute, for five minutes, answers after ${ANSWERS_AFTER_MS} ms`,
    "polls a minute": Math.round(calls / (POLLED_MS / 60_000)),
    "p95 gap s, as /v1/plan says": achieved.p95GapSeconds ?? "unknown",
    '"behind" after s': behind === null ? "never" : Math.round(behind),
    "longest tick s": Number((Math.max(0, ...ticks.took) / SECOND).toFixed(1)),
    "runtime MiB": Math.round(peakOf(host.pid())),
  };
}

/** The configuration of very many targets at once, and whether they are polled in time; `--most` says how many. */
export const scale: Bench = {
  name: "scale",
  async run({ most: max = DEFAULT }) {
    const whole = await startWhole(max, ANSWERS_AFTER_MS);
    const document = (name: string) => ({
      version: 1,
      targets: Array.from({ length: max }, (_, n): Target => ({
        kind: "live",
        name: `${name} ${n}`,
        params: { userId: userOf(n) },
      })),
    });
    const ticks = ticking(whole.host);
    const put = (name: string, query = "") => whole.call("PUT", `/v1/config${query}`, document(name));
    try {
      const rows = [
        await step(`${max} new`, whole, ticks, () => put("Creator")),
        await step("the same, dry run", whole, ticks, () => put("Streamer", "?dryRun=true")),
        await step("all renamed", whole, ticks, () => put("Streamer")),
        await step("export", whole, ticks, () => whole.call("GET", "/v1/export")),
        await polled(whole, max, ticks),
      ];
      await ticks.stop();
      return rows;
    } finally {
      await whole.stop();
    }
  },
};
