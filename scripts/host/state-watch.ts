import { stat } from "node:fs/promises";
import { commandLine } from "../place.ts";
import type { Log } from "./runtime-log.ts";

const EVERY_MS = 10_000;

/** Notices that the file of the database was deleted or replaced while it is in use: whoever has it open sees nothing of that. */
export interface StateWatch {
  /** Looks now. */
  lost: () => Promise<boolean>;
  stop(): void;
}

/** The file that a path leads to, as the system tells files apart; null where it leads to none. */
const fileAt = (path: string): Promise<string | null> =>
  stat(path).then(
    ({ dev, ino }) => `${dev}/${ino}`,
    () => null,
  );

/** Looks now and then from now on; says when the file is gone, and when it is back. */
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
