import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { predatesRelease } from "../../src/db/set-up.ts";
import { commandLine } from "../place.ts";
import { incompatible, type Written, writtenIn } from "./compatibility.ts";
import { storedIn } from "./database.ts";
import { StartError } from "../failure.ts";

/** Larger files are not checked completely at each start. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** This version and the one that used the database before. */
export interface Versions {
  /** Tallylight's own version. */
  here: string;
  /** The version of the last process that used the folder; null if unknown. */
  before: string | null;
  /** Names of this version's migrations, in order. */
  migrations: string[];
}

/**
 * Checks the databases of a state folder before the runtime opens them. Throws StartError if one is damaged, from before
 * the first release, or if a newer version made it unusable for this one.
 */
export async function checkStored(state: string, versions: Versions): Promise<void> {
  const folder = storedIn(state);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of files.filter((one) => one.endsWith(".sqlite"))) {
    const path = join(folder, name);
    const { size } = await stat(path);
    if (size === 0 && DATABASE.test(name)) throw new StartError(empty(path));
    const written = readWhole(path, size);
    if (predatesRelease(written.applied, versions.migrations)) throw new StartError(early(state));
    const unknown = incompatible(written, versions.migrations);
    if (unknown.length > 0) throw new StartError(newer(state, unknown, versions));
  }
}

/** A D1 database, as the runtime names its files. Its metadata is in other files of the folder. */
const DATABASE = /[0-9a-f]{64}\.sqlite$/;

const empty = (path: string): string =>
  `The database ${path} is empty (0 bytes) and its data is lost. Restore a backup with ` +
  `\`${commandLine("restore", "FILE")}\`, or delete the file to start over.`;

const early = (state: string): string =>
  `The database in ${state} is from before the first release, and nothing of it was changed. ` +
  "Move the folder away to start over, or choose another one with TALLYLIGHT_STATE=…";

const newer = (state: string, unknown: string[], { here, before, migrations }: Versions): string =>
  `A newer Tallylight${before === null || before === here ? "" : ` (${before})`} has changed the database in ${state}, ` +
  `up to ${unknown.at(-1)!}, so this version can't use it: this is ${here}, which has ${migrations.at(-1)!}. ` +
  "Update Tallylight, or choose another folder with TALLYLIGHT_STATE=…";

/** Checks an SQLite file and reads which versions wrote it. Throws StartError. */
function readWhole(path: string, size: number): Written {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 1000 });
    const check = size > MAX_READ_BYTES ? undefined : db.prepare("PRAGMA quick_check(1)").get();
    const found = check === undefined ? "ok" : String(Object.values(check)[0]);
    if (found !== "ok") throw new Error(found);
    return writtenIn(db);
  } catch (thrown) {
    throw new StartError(
      `The database ${path} is damaged (${(thrown as Error).message.replace(/^\*.*\n/, "").split("\n")[0]!}). ` +
        `Restore a backup with \`${commandLine("restore", "FILE --force")}\`, or move the folder away to start over.`,
    );
  } finally {
    db?.close();
  }
}
