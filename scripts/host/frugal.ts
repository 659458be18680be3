/** Of Node.js: the host's heap gives back what only its start takes. */
export const HEAP_FLAGS = ["--max-semi-space-size=1", "--optimize-for-size"];

/** Of glibc: what is larger than this is given back at once (mallopt(3)). */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** True where this process has a heap that gives memory back. */
export const isFrugal = (): boolean => HEAP_FLAGS.every((flag) => process.execArgv.includes(flag));

/** This process anew with a heap and an allocator that give memory back, where Node.js can do so; `said` are arguments that are added. */
export function restartFrugally(environment: Record<string, string> = {}, ...said: string[]): void {
  if (process.platform !== "linux" || process.execve === undefined) return;
  const flags = new Set([...HEAP_FLAGS, ...process.execArgv]);
  const env = { ...ALLOCATOR, ...environment, ...process.env };
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1), ...said], env);
}
