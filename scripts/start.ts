// The host in a process that gives memory back: made anew before anything is loaded, with an allocator and a heap that do
// not keep what only the start takes. Elsewhere than on Linux it is as it is.
import { join } from "node:path";

const FLAGS = ["--max-semi-space-size=1", "--optimize-for-size"];

/** Of glibc: what is larger than this is given back at once (mallopt(3)). */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** Where Node.js keeps modules as it compiled them: with the second start it need not load what takes the types away. */
const CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/tallylight") };

if (
  process.platform === "linux" &&
  process.execve !== undefined &&
  !FLAGS.every((flag) => process.execArgv.includes(flag))
)
  process.execve(process.execPath, [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)], {
    ...ALLOCATOR,
    ...CACHE,
    ...process.env,
  });

const { main } = await import("./host/main.ts");
main();
