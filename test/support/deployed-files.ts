import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../../src/wiring/compose-environment.ts";

/** The assets of a deployment, for the Worker in this process. */
export const deployedFiles: Env["ASSETS"] = {
  fetch: async (requested) => {
    const { pathname } = new URL(requested instanceof Request ? requested.url : requested);
    return new Response(await readFile(join("build/served", pathname)));
  },
};
