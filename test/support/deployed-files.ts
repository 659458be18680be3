import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../../src/wiring/compose-environment.ts";

/** The assets of a deployment, for the Worker in this process. */
export const deployedFiles: Env["ASSETS"] = {
  fetch: async (asked) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
    return new Response(await readFile(join("build/served", pathname)));
  },
};
