import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second in which Linux counts, whatever the kernel was built with. */
const TICKS = 100;

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

/** The runtimes that this process started. */
export const runtimes = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isRuntime = readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd";
        return isRuntime && Number(statOf(pid)[1]) === process.pid;
      } catch {
        return false;
      }
    });

/** CPU that a process has used so far, all its threads, milliseconds. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** The same of all its threads by the scheduler, which counts finer than clock ticks. */
export const cpuOfTasks = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
    return sum + Number(ran) / 1e6;
  }, 0);

const TEXT = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ id: `tgt_${n}`, name: `Creator ${n}`, n })));
const ROUNDS = 40;

/** What `ROUNDS` took where the bounds were chosen, milliseconds of CPU. */
const REFERENCE_MS = 700;

/** How much slower this machine is now than the one on which the bounds were chosen; never below 1. */
export function slowness(): number {
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) JSON.stringify(JSON.parse(TEXT));
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1000 / REFERENCE_MS);
}
