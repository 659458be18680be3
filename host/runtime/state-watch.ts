import { stat } from "node:fs/promises";
import { commandLine } from "../place.ts";
import type { Log } from "./runtime-log.ts";

const EVERY_MS = 10_000;

/** Detects that the database file was deleted or replaced. Processes that have it open do not notice. */
export interface StateWatch {
  /** Checks now. */
  lost: () => Promise<boolean>;
  stop(): void;
}

/** Identifies the file at a path, by device and inode; null if there is none. */
const fileAt = (path: string): Promise<string | null> =>
  stat(path).then(
    ({ dev, ino }) => `${dev}/${ino}`,
    () => null,
  );

/** Checks at intervals. Logs when the file is gone and when it is back. */
export async function watchState(path: string, log: Log, everyMs = EVERY_MS): Promise<StateWatch> {
  const own = await fileAt(path);
  let gone = false;
  const lost = async () => {
    const now = (await fileAt(path)) !== own;
    if (now !== gone) log("error", now ? lostWords(path) : `The database ${path} is back.`);
    gone = now;
    return gone;
  };
  const timer = setInterval(() => void lost(), everyMs);
  timer.unref();
  return { lost, stop: () => clearInterval(timer) };
}

const lostWords = (path: string): string =>
  `The database ${path} was deleted or replaced while Tallylight is running. New data will be lost. ` +
  `Stop Tallylight, put the state folder back or restore a backup (${commandLine("restore", "FILE")}), and start it again.`;
