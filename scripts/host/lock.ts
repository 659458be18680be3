import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { storedIn } from "./database.ts";
import { holderOf } from "./holder.ts";
import { StartError } from "./start-error.ts";

/** A runtime whose host was killed a moment ago is being ended by the watchdog. */
const TRIES = 20;
const BETWEEN_MS = 250;

/** Who uses a state folder, or used it last. */
interface LastUse {
  pid: number;
  /** Tallylight's own. */
  version: string;
  /** Where it listens, once it is ready. */
  base?: string;
}

const noteIn = (state: string): string => join(state, "host.json");

const writeNote = (state: string, note: LastUse): Promise<void> =>
  writeFile(noteIn(state), `${JSON.stringify(note)}\n`, { mode: 0o600 });

/** Notes where this process listens, for the commands that call it. */
export const noteBase = (state: string, base: string, version: string): Promise<void> =>
  writeNote(state, { pid: process.pid, version, base });

export interface Lock {
  /** Who had it before; null where nobody is known. */
  before: LastUse | null;
  release(): void;
}

/**
 * Takes the state folder for this process alone: a lock of the system on a file of SQLite's, which ends with the process
 * however it ends. Throws StartError where another one has it.
 */
export async function lockState(state: string, version: string): Promise<Lock> {
  const before = await lastUse(state);
  const release = taken(state, before);
  for (let tried = 1; ; tried++) {
    const holder = await holderOf(storedIn(state));
    if (holder === null) break;
    if (tried === TRIES) {
      release();
      throw running(state, Number(holder));
    }
    await sleep(BETWEEN_MS);
  }
  await writeNote(state, { pid: process.pid, version });
  return { before, release };
}

const BUSY = 5;

/** A database that nobody refers to is closed, and its lock with it. */
const stored = new Set<DatabaseSync>();

/** Takes the lock; answers what lets go of it. */
function taken(state: string, before: LastUse | null): () => void {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(join(state, "lock.sqlite"), { timeout: 0 });
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (thrown) {
    db?.close();
    const { errcode, message } = thrown as Error & { errcode?: number };
    if (errcode === BUSY) throw running(state, before?.pid ?? null);
    throw new StartError(`The folder ${state} can't be used (${message}). Choose another one with TALLYLIGHT_STATE=…`);
  }
  const held = db;
  stored.add(held);
  return () => {
    stored.delete(held);
    held.close();
  };
}

const running = (state: string, pid: number | null): StartError =>
  new StartError(
    `Tallylight is already running on ${state}${pid === null ? "" : ` (process ${pid})`}. ` +
      "Stop it first, or choose another folder with TALLYLIGHT_STATE=…",
  );

/** Who used a state folder last; null where nobody is known. */
export async function lastUse(state: string): Promise<LastUse | null> {
  const text = await readFile(noteIn(state), "utf8").catch(() => "null");
  try {
    const found = JSON.parse(text) as Partial<LastUse> | null;
    return typeof found?.pid === "number" && typeof found.version === "string" ? (found as LastUse) : null;
  } catch {
    return null;
  }
}
