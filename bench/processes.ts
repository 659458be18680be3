import { readdirSync, readFileSync } from "node:fs";

/** CPU that a process has used so far, all its threads, milliseconds: by the scheduler, which counts finer than clock ticks. */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
    return sum + Number(ran) / 1e6;
  }, 0);

/** A process and all that it has started, and they in turn. */
function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** CPU of a process and its descendants so far, milliseconds. */
export const cpuOfTree = (pid: number): number => treeOf(pid).reduce((sum, one) => sum + cpuOf(one), 0);

/** Resident memory of a process and its descendants now, MiB; what they share is counted once for each. */
export const residentOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/status`, "utf8")) ?? [];
    return sum + Number(kib ?? 0) / 1024;
  }, 0);
