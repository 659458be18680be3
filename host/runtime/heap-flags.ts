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
