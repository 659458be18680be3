import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { commandLine } from "../place.ts";
import { incompatible, writtenIn, type Written } from "./compatibility.ts";
import { storedIn } from "./database.ts";
import { StartError } from "./start-error.ts";

/** Larger files are not read to their end at each start. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** What this checkout is, beside what wrote a database. */
export interface Versions {
  /** Tallylight's own version. */
  here: string;
  /** Of the process that had the folder last; null where nobody is known. */
  before: string | null;
  /** Names of the migrations of this checkout, in order. */
  migrations: string[];
}

/**
 * Looks at the databases that a state folder keeps, before the runtime opens them. Throws StartError where one is damaged
 * or was changed by a newer version in a way that this one cannot work with.
 */
export async function checkStored(state: string, versions: Versions): Promise<void> {
  const folder = storedIn(state);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of files.filter((one) => one.endsWith(".sqlite"))) {
    const path = join(folder, name);
    const { size } = await stat(path);
    if (size === 0 && DATABASE.test(name)) throw new StartError(empty(path));
    const unknown = incompatible(readWhole(path, size), versions.migrations);
    if (unknown.length > 0) throw new StartError(newer(state, unknown, versions));
  }
}

/** A database of D1, as the runtime calls its files; its own notes stand beside it. */
const DATABASE = /[0-9a-f]{64}\.sqlite$/;

const empty = (path: string): string =>
  `The database ${path} is empty (0 bytes) and its data is lost. Restore a backup with ` +
  `\`${commandLine("restore", "FILE")}\`, or delete the file to start over.`;

const newer = (state: string, unknown: string[], { here, before, migrations }: Versions): string =>
  `A newer Tallylight${before === null || before === here ? "" : ` (${before})`} has changed the database in ${state}, ` +
  `up to ${unknown.at(-1)!}, so this version can't use it: this is ${here}, which has ${migrations.at(-1)!}. ` +
  "Update Tallylight, or choose another folder with TALLYLIGHT_STATE=…";

/** Reads a file of SQLite's and what it says of those who wrote it. Throws StartError. */
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
