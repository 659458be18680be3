import { totalmem } from "node:os";

/** Flags of Node.js that make the host's heap release what only its start needs. */
export const HEAP_FLAGS = ["--max-semi-space-size=1", "--optimize-for-size"];

/** Settings of glibc that release larger blocks immediately (mallopt(3)). */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** Whether this process has a heap that releases memory. */
export const isFrugal = (): boolean => HEAP_FLAGS.every((flag) => process.execArgv.includes(flag));

/**
 * Replaces this process with one whose heap and allocator release memory, if Node.js supports that. `said` are
 * additional arguments.
 */
export function restartFrugally(environment: Record<string, string> = {}, ...reported: string[]): void {
  if (process.platform !== "linux" || process.execve === undefined) return;
  const flags = new Set([...HEAP_FLAGS, ...process.execArgv]);
  const env = { ...ALLOCATOR, ...environment, ...process.env };
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1), ...reported], env);
}

const MEGABYTE = 1024 * 1024;

/** Memory that the host and the runtime need at start. */
export const NEEDED_MB = 400;

/** Memory of a process: its limit or its container's (0, or more than the machine has, for none), and what is free. */
export interface Memory {
  limit: number;
  total: number;
  free: number;
}

const memoryHere = (): Memory => ({
  limit: process.constrainedMemory(),
  total: totalmem(),
  free: process.availableMemory(),
});

/** Explains in a sentence that there is too little memory to start; null if there is enough. Takes bytes. */
export function memoryWords({ limit, total, free }: Memory = memoryHere()): string | null {
  const limited = limit > 0 && limit < total;
  // Free memory within a limit excludes the file cache, which can be released.
  const megabytes = Math.round((limited ? limit : free) / MEGABYTE);
  if (megabytes >= NEEDED_MB) return null;
  return (
    `There may not be enough memory: starting needs about ${NEEDED_MB} MB, and ` +
    `${limited ? `this process may have ${megabytes} MB` : `${megabytes} MB are free`}. ` +
    "Starting may take very long or be killed by the system. Give this process, container or machine more memory."
  );
}
