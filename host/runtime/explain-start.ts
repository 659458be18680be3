import { NEEDED_MB } from "./memory.ts";
import { RuntimeFailure } from "./runtime.ts";
import { StartError } from "./start-error.ts";

const MEGABYTE = 1024 * 1024;

/** Messages of processes and libraries that ran out of memory. */
const OUT_OF_MEMORY = /out of memory|cannot allocate|allocation failed|ENOMEM|Committing semi space|std::bad_alloc/i;
const TAKEN = /Address already in use/i;
const KILLED = ["SIGKILL", "SIGABRT", "SIGTRAP", "SIGILL"];

/** Explains why it could not start, if the machine is the cause. Otherwise returns what was thrown. */
export function startProblem(thrown: unknown, freeBytes: number): unknown {
  if (thrown instanceof StartError) return thrown;
  const { code, signal, stderr = "", message = "" } = Object(thrown) as Record<string, string | undefined>;
  const free = Math.round(freeBytes / MEGABYTE);
  if (OUT_OF_MEMORY.test(`${message} ${stderr}`) || KILLED.includes(signal ?? ""))
    return new StartError(`There is not enough memory: ${needed(free)}`);
  if (thrown instanceof RuntimeFailure && TAKEN.test(message))
    return new StartError("Another program took a port during the start. Start again.");
  if (thrown instanceof RuntimeFailure)
    return new StartError(`The runtime (workerd) did not start. The usual cause is too little memory: ${needed(free)}`);
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code ?? ""))
    return new StartError(
      `The state folder cannot be written (${message}). Choose another one with TALLYLIGHT_STATE=…`,
    );
  if (code === "ENOSPC") return new StartError("The disk is full.");
  return thrown;
}

const needed = (freeMegabytes: number): string =>
  `starting needs about ${NEEDED_MB} MB, and ${freeMegabytes} MB are free. Close other programs, or give this process, ` +
  "container or machine more memory. Turn off any limit of the address space (`ulimit -v`).";
