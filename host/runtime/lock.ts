import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { storedIn } from "./database.ts";
import { holderOf } from "./preparer.ts";
import { StartError } from "../failure.ts";

/** The watchdog may still be ending the runtime of a host that was just killed. */
const TRIES = 20;
const BETWEEN_MS = 250;

/** The current or last process that used a state folder. */
interface LastUse {
  pid: number;
  /** Tallylight's version. */
  version: string;
  /** Its address, once it is ready. */
  base?: string;
}

const noteIn = (state: string): string => join(state, "host.json");

const writeNote = (state: string, note: LastUse): Promise<void> =>
  writeFile(noteIn(state), `${JSON.stringify(note)}\n`, { mode: 0o600 });

/** Records the address of this process, for commands that call it. */
export const noteBase = (state: string, base: string, version: string): Promise<void> =>
  writeNote(state, { pid: process.pid, version, base });

export interface Lock {
  /** The process before; null if unknown. */
  before: LastUse | null;
  release(): void;
}

/**
 * Locks the state folder for this process, with a system lock on an SQLite file that ends with the process in any case.
 * Throws StartError if another process has it.
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

/** Holds databases, because garbage collection would close them and release their locks. */
const stored = new Set<DatabaseSync>();

/** Takes the lock. Returns a function that releases it. */
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

/** The last process that used a state folder; null if unknown. */
export async function lastUse(state: string): Promise<LastUse | null> {
  const text = await readFile(noteIn(state), "utf8").catch(() => "null");
  try {
    const found = JSON.parse(text) as Partial<LastUse> | null;
    return typeof found?.pid === "number" && typeof found.version === "string" ? (found as LastUse) : null;
  } catch {
    return null;
  }
}
