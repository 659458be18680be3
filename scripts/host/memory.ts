import { totalmem } from "node:os";

const MEGABYTE = 1024 * 1024;

/** What the host and the runtime need together while they start. */
export const NEEDED_MB = 400;

/** What a process may have: a limit on it or its container (0 or more than the machine has: none), and what is free now. */
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

/** In one sentence that there is too little memory to start; null where there is enough. Bytes in. */
export function memoryWords({ limit, total, free }: Memory = memoryHere()): string | null {
  const limited = limit > 0 && limit < total;
  // What is free under a limit does not count what files keep there, which is given back.
  const megabytes = Math.round((limited ? limit : free) / MEGABYTE);
  if (megabytes >= NEEDED_MB) return null;
  return (
    `There may not be enough memory: starting needs about ${NEEDED_MB} MB, and ` +
    `${limited ? `this process may have ${megabytes} MB` : `${megabytes} MB are free`}. ` +
    "Starting may take very long or be killed by the system. Give this process, container or machine more memory."
  );
}
