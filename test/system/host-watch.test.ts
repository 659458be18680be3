import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { memoryWords } from "../../host/runtime/memory.ts";
import { PROBE_TIMES, probing } from "../../host/runtime/host.ts";
import { until } from "../support/started.ts";
import { startOnRuntime, type Hosted as System } from "../support/system.ts";

let system: System | undefined;
afterEach(async () => {
  await system?.stop();
  system = undefined;
});

const health = async () => {
  const { status, body } = await system!.api("GET", "/healthz");
  return [status, body.status, body.reasons];
};

test("a state folder that is deleted while it is in use is down and said so, until it is back", async () => {
  system = await startOnRuntime();
  const folder = dirname(system.host.database);
  expect(await health()).toEqual([200, "ok", []]);
  await rename(folder, `${folder}-aside`);
  expect(await health()).toEqual([503, "down", ["database"]]);
  expect((await fetch(`${system.base}/healthz`, { method: "HEAD" })).status).toBe(503);
  const reported = () => system!.log.filter((line) => line.includes(system!.host.database));
  expect(reported()).toEqual([expect.stringMatching(/was deleted or replaced while Tallylight is running.* restore/)]);
  await rename(`${folder}-aside`, folder);
  expect(await health()).toEqual([200, "ok", []]);
  expect(reported()).toHaveLength(2);
  await rm(folder, { recursive: true });
  expect(await health()).toEqual([503, "down", ["database"]]);
});

test("a runtime that answers no more is ended and started again, and goes on", async () => {
  system = await startOnRuntime({}, "src/worker.ts", { probes: { everyMs: 20, patienceMs: 500, misses: 3 } });
  const hung = system.host.pid();
  process.kill(hung, "SIGSTOP");
  await until(() => system!.host.pid() !== hung, "another process");
  expect(system.log.filter((line) => line.startsWith("The runtime")).slice(0, 2)).toEqual([
    "The runtime (workerd) is not responding. Restarting it.",
    "The runtime (workerd) was stopped. Restarting it.",
  ]);
  await until(async () => (await fetch(`${system!.base}/healthz`)).ok, "healthy again");
  await system.tick(Date.now());
});

test("a runtime that is killed says that this was most likely for want of memory", async () => {
  system = await startOnRuntime();
  const killed = system.host.pid();
  process.kill(killed, "SIGKILL");
  await until(() => system!.host.pid() !== killed, "another process");
  expect(system.log).toContainEqual(
    expect.stringMatching(/was killed, most likely because memory ran out\. .* 400 MB/),
  );
});

/** Probes that are answered (true) or not, each at once, and after how many of them it was found to hang. */
async function probed(answers: boolean[]): Promise<number[]> {
  const stop = new AbortController();
  const found: number[] = [];
  let requested = 0;
  const ask = async () => {
    const answered = answers[requested++];
    if (requested === answers.length) setImmediate(() => stop.abort());
    if (answered !== true) throw new Error("no answer");
  };
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  await probing(ask, () => found.push(requested), PROBE_TIMES, stop.signal, pause);
  return found;
}

test("one that is busy for a while is left alone; one that answers nothing for a minute hangs, and may hang again", async () => {
  const [yes, no] = [true, false];
  expect(await probed([yes, no, no, no, yes, no, no, no, yes, yes])).toEqual([]);
  expect(await probed([yes, no, no, no, no, no, no, no, yes, yes])).toEqual([5]);
  expect(await probed([no, no, no, no, no, no, no, no, yes, yes])).toEqual([4, 8]);
  expect((PROBE_TIMES.everyMs + PROBE_TIMES.patienceMs) * PROBE_TIMES.misses).toBeGreaterThanOrEqual(60_000);
});

test("a limit or a machine that is too small is reported before anything is tried, and no other", () => {
  const MB = 1024 * 1024;
  const machine = { limit: 0, total: 8000 * MB, free: 6000 * MB };
  expect(memoryWords(machine)).toBeNull();
  expect(memoryWords({ ...machine, limit: 2 ** 44 })).toBeNull();
  expect(memoryWords({ ...machine, limit: 512 * MB, free: 100 * MB })).toBeNull();
  expect(memoryWords({ ...machine, limit: 200 * MB })).toMatch(
    /starting needs about 400 MB, and this process may have 200 MB\. .* Give this process, container or machine more/,
  );
  expect(memoryWords({ ...machine, free: 150 * MB })).toMatch(/and 150 MB are free/);
});
