import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "../failure.ts";

/**
 * Creates a state folder and what is missing above it, readable only by its owner. Throws StartError. Node.js's own
 * `recursive` never ends in folders that let nobody create anything, such as /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  try {
    for (const one of missing) create(one);
  } catch (thrown) {
    throw new StartError(
      `The folder ${path} can't be created (${(thrown as Error).message}). Choose another one with TALLYLIGHT_STATE=…`,
    );
  }
}

/** Creates a folder, unless another process just did. */
function create(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
}
