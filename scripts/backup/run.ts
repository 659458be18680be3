import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeployError } from "../deploy/wrangler.ts";
import { BackupError } from "./errors.ts";
import type { Progress } from "./write.ts";

const EVERY_ROWS = 50_000;

/** Says every now and then how far it is. */
export const progress: Progress = (rows) => {
  if (rows % EVERY_ROWS === 0) console.log(`… ${rows.toLocaleString("en")} rows`);
};

/** "20261121-123000": for names of files. */
export const stamp = (now: number): string =>
  new Date(now)
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .replace("T", "-");

/** Lends a folder that only its owner reads, for as long as it is used. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a command; what a person did wrong, or what is wrong with a file, is said in words. */
export function main(run: () => Promise<void>): void {
  run().catch((thrown: unknown) => {
    const inWords = thrown instanceof BackupError || thrown instanceof DeployError;
    console.error(inWords ? `✗ ${thrown.message}` : thrown);
    process.exitCode = 1;
  });
}
