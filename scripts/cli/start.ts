import { existsSync } from "node:fs";
import { join } from "node:path";
import { HEAP_FLAGS } from "../host/heap-flags.ts";
import { CliError, type Given } from "./arguments.ts";

/** Settings of an installed instance, such as UPSTREAM_BASE_URL: NAME=value lines in its state folder. */
const SETTINGS = "tallylight.env";

/** Runs until it is stopped. */
export async function run({ state }: Given): Promise<void> {
  readSettings(join(state, SETTINGS));
  restartFrugally();
  const { main } = await import("../host/main.ts");
  main();
}

/** The environment takes precedence over the file. */
function readSettings(path: string): void {
  if (!existsSync(path)) return;
  if (process.loadEnvFile === undefined)
    throw new CliError(
      `${path} needs Node.js 20.12 or newer: update Node.js, or set its variables in the environment.`,
    );
  try {
    process.loadEnvFile(path);
  } catch (thrown) {
    throw new CliError(`${path} cannot be read (${(thrown as Error).message}): check its owner and mode.`);
  }
}

/** This process anew with a heap that gives memory back, where Node.js can do so. */
function restartFrugally(): void {
  if (process.platform !== "linux" || process.execve === undefined) return;
  if (HEAP_FLAGS.every((one) => process.execArgv.includes(one))) return;
  const allocator = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
  const flags = new Set([...HEAP_FLAGS, ...process.execArgv]);
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], {
    ...allocator,
    ...process.env,
  });
}
