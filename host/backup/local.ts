import { existsSync } from "node:fs";
import { chown, mkdir, realpath, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { storedIn } from "../runtime/database.ts";
import { holderOf } from "../runtime/preparer.ts";
import { BackupError, openDatabase } from "./database.ts";

/** Throws BackupError if Tallylight runs on this state folder. */
export async function refuseRunning(state: string, path: string): Promise<void> {
  const running = await holderOf(storedIn(await realpath(state).catch(() => state)));
  if (running !== null) throw new BackupError(`Tallylight is running on ${state} (process ${running}): stop it first.`);
  if (!existsSync(path)) return;
  const db = openDatabase(path);
  try {
    db.exec("PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
  } catch (thrown) {
    // A damaged database is not in use.
    if ((thrown as { errcode?: number }).errcode === BUSY)
      throw new BackupError(
        `Tallylight is running on ${state}, or another program has its database open: stop it first.`,
      );
  } finally {
    db.close();
  }
}

const BUSY = 5;

const PARTS = ["", "-wal", "-shm"];

/** Replaces a database and moves the old one aside. Returns where it was moved; null if there was none. */
export async function swapIn(state: string, fresh: string, path: string, aside: string): Promise<string | null> {
  const created = await mkdir(dirname(path), { recursive: true });
  const old = PARTS.map((part) => path + part).filter((one) => existsSync(one));
  if (old.length > 0) await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const one of old) await rename(one, join(aside, basename(one)));
  // When root restores, files must belong to the owner of the state folder.
  const { uid, gid } = await stat(state);
  for (let one = path; process.getuid?.() === 0 && one.length >= (created ?? path).length; one = dirname(one))
    await chown(one === path ? fresh : one, uid, gid);
  await rename(fresh, path);
  return old.length === 0 ? null : aside;
}
