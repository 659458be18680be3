import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportFailure, watchFailures } from "../failure.ts";
import { DeployError } from "../deploy/wrangler.ts";
import { BackupError } from "./database.ts";
import type { Progress } from "./write.ts";

const EVERY_ROWS = 50_000;

/** How a command is called, and where it prints. */
export interface Called {
  args: string[];
  env: Record<string, string | undefined>;
  print: (line: string) => void;
}

/** Prints progress at intervals. */
export const progressTo =
  (print: Called["print"]): Progress =>
  (rows) => {
    if (rows % EVERY_ROWS === 0) print(`… ${rows.toLocaleString("en")} rows`);
  };

/** Creates a temporary folder that only its owner can read, and removes it after use. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a command, and returns its exit code. Mistakes of the user and unusable files are reported as a message. */
export async function exitCodeOf(run: (called: Called) => Promise<void>, called: Called): Promise<number> {
  try {
    await run(called);
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof BackupError || thrown instanceof DeployError)) throw thrown;
    called.print(`✗ ${thrown.message}`);
    return 1;
  }
}

/** Runs the command that this process was started for. */
export function main(run: (called: Called) => Promise<void>): void {
  watchFailures();
  const print = (line: string) => (line.startsWith("✗") ? console.error(line) : console.log(line));
  exitCodeOf(run, { args: process.argv.slice(2), env: process.env, print }).then(
    (code) => (process.exitCode = code),
    reportFailure,
  );
}
