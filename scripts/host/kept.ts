import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keptIn } from "./database.ts";
import { StartError } from "./start-error.ts";

/** Larger files are not read to their end at each start. */
const MOST_READ_BYTES = 64 * 1024 * 1024;

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
 * or was written by a newer version.
 */
export async function checkKept(state: string, versions: Versions): Promise<void> {
  const folder = keptIn(state);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of files.filter((one) => one.endsWith(".sqlite"))) {
    const path = join(folder, name);
    const { size } = await stat(path);
    const applied = readWhole(path, size);
    const unknown = applied.filter((one) => !versions.migrations.includes(one));
    if (unknown.length > 0) throw new StartError(newer(state, unknown, versions));
  }
}

const newer = (state: string, unknown: string[], { here, before, migrations }: Versions): string =>
  `The database in ${state} was written by a newer Tallylight${before === null || before === here ? "" : ` (${before})`}, ` +
  `up to ${unknown.at(-1)!}; this is ${here}, which knows it up to ${migrations.at(-1)!}. ` +
  "Update this checkout, or choose another folder with TALLYLIGHT_STATE=…";

/** Reads a file of SQLite's and answers the names of the migrations that were applied to it. Throws StartError. */
function readWhole(path: string, size: number): string[] {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 1000 });
    const check = size > MOST_READ_BYTES ? undefined : db.prepare("PRAGMA quick_check(1)").get();
    const found = check === undefined ? "ok" : String(Object.values(check)[0]);
    if (found !== "ok") throw new Error(found);
    const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").get() !== undefined;
    return known
      ? db
          .prepare("SELECT name FROM d1_migrations ORDER BY id")
          .all()
          .map(({ name }) => String(name))
      : [];
  } catch (thrown) {
    throw new StartError(
      `The database ${path} is damaged (${(thrown as Error).message.replace(/^\*.*\n/, "").split("\n")[0]!}). ` +
        "Put a backup in its place with `npm run restore -- FILE --force`, or move the folder away to begin anew.",
    );
  } finally {
    db?.close();
  }
}
