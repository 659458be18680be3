// Runs the host in a process that releases memory. On Linux the process replaces itself before anything is loaded, to
// use an allocator and heap that do not keep what only the start needs. It does so again after modules were compiled
// for the first time: Node.js then loads them from its cache, without the large type stripper.
import { existsSync, readdirSync } from "node:fs";
import { flushCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { watchFailures } from "./failure.ts";
import { version } from "./place.ts";
import { isFrugal, restartFrugally } from "./runtime/memory.ts";

/** Where Node.js caches compiled modules. */
const CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/tallylight") };

/** The argument that marks a process with a filled cache. */
const COMPILED = "compiled";

/** Number of cached modules, for this Node.js with these flags. */
function stored(): number {
  const folder = getCompileCacheDir();
  return folder !== undefined && existsSync(folder) ? readdirSync(folder).length : 0;
}

watchFailures();
const argument = process.argv.slice(2).find((one) => one !== COMPILED);
if (argument !== undefined) {
  console.error(
    `npm start takes no arguments, and this is one: ${argument}. Set variables instead, such as PORT=9000 (docs/reference/configuration.md).`,
  );
  process.exit(2);
}
if (!isFrugal()) restartFrugally(CACHE);
if (!process.argv.includes(COMPILED)) console.log(`Starting Tallylight ${version()}…`);

const { ensureBuilt } = await import("../tools/made.ts");
ensureBuilt();
const before = stored();
const { main } = await import("./runtime/main.ts");
flushCompileCache();
if (stored() > before && !process.argv.includes(COMPILED)) restartFrugally(CACHE, COMPILED);
main();
