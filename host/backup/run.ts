import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportFailure, watchFailures } from "../failure.ts";
import { DeployError } from "../deploy/wrangler.ts";
import { BackupError } from "./database.ts";
import type { Progress } from "./write.ts";

const EVERY_ROWS = 50_000;

/** Prints progress at intervals. */
export const progress: Progress = (rows) => {
  if (rows % EVERY_ROWS === 0) console.log(`… ${rows.toLocaleString("en")} rows`);
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

/** Runs a command. Mistakes of the user and unusable files are reported as a message. */
export function main(run: () => Promise<void>): void {
  watchFailures();
  run().catch((thrown: unknown) => {
    if (!(thrown instanceof BackupError || thrown instanceof DeployError)) return reportFailure(thrown);
    console.error(`✗ ${thrown.message}`);
    process.exitCode = 1;
  });
}
