import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFrugal, restartFrugally } from "../host/frugal.ts";
import { CliError, type Given } from "./arguments.ts";

/** Settings of an installed instance, such as UPSTREAM_BASE_URL: NAME=value lines in its state folder. */
const SETTINGS = "tallylight.env";

/** Runs until it is stopped. */
export async function run({ state }: Given): Promise<void> {
  readSettings(join(state, SETTINGS));
  if (!isFrugal()) restartFrugally();
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
