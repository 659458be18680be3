// The host in a process that gives memory back: made anew before anything is loaded, with an allocator and a heap that do
// not keep what only the start takes, and once more where modules were compiled for the first time: what takes their types
// away is larger than they are, and is not loaded for what Node.js has kept. Elsewhere than on Linux it is as it is.
import { existsSync, readdirSync } from "node:fs";
import { flushCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { isFrugal, restartFrugally } from "./host/frugal.ts";

/** Where Node.js keeps modules as it compiled them. */
const CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/tallylight") };

/** Says that modules are compiled as far as they can be. */
const COMPILED = "compiled";

/** How many modules are kept, compiled for this Node.js with these flags. */
function stored(): number {
  const folder = getCompileCacheDir();
  return folder !== undefined && existsSync(folder) ? readdirSync(folder).length : 0;
}

if (!isFrugal()) restartFrugally(CACHE);

const before = stored();
const { main } = await import("./host/main.ts");
flushCompileCache();
if (stored() > before && !process.argv.includes(COMPILED)) restartFrugally(CACHE, COMPILED);
main();
