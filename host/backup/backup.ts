import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { backupName } from "../../src/features/backup/backup-format.ts";
import { openDatabase, type Database, BackupError } from "./database.ts";
import { fetchDatabase, findDatabase } from "./remote.ts";
import { progressTo, withFolder, type Called } from "./run.ts";
import { writeBackup } from "./write.ts";
import { localDatabaseId, readProject } from "../deploy/project.ts";
import { wranglerAt } from "../deploy/wrangler.ts";
import { databasePath } from "../runtime/database.ts";
import { commandLine, inRoot } from "../place.ts";

const USAGE = `Usage: ${commandLine("backup", "[FILE] [--remote]")}`;

/** Writes a backup of the state folder, or of a deployment, to the file that the arguments name. */
export async function backup({ args, env, print }: Called): Promise<void> {
  const { file, remote } = optionsOf(args);
  const now = Date.now();
  const path = file ?? backupName(now);
  if (existsSync(path)) throw new BackupError(`${path} already exists.`);
  const state = resolve(env["TALLYLIGHT_STATE"] || ".tallylight");
  const write = async (db: Database) => {
    const { tables, migrations } = await writeBackup(db, path, new Date(now).toISOString(), progressTo(print));
    db.close();
    const rows = Object.values(tables).reduce((sum, one) => sum + one.rows, 0);
    print(`✓ ${rows.toLocaleString("en")} rows, ${migrations.length} migrations: ${path}`);
  };
  if (remote) {
    const wrangler = wranglerAt(env);
    const project = await readProject(env["TALLYLIGHT_NAME"] || null);
    await withFolder(async (folder) => {
      const database = await findDatabase(project, folder, wrangler);
      print(`… downloading the database ${database.name}`);
      await write(await fetchDatabase(database, folder, wrangler));
    });
  } else {
    const source = databasePath(state, localDatabaseId(await readFile(inRoot("wrangler.toml"), "utf8")));
    if (!existsSync(source))
      throw new BackupError(`There is no database in ${state}. Does TALLYLIGHT_STATE name another folder?`);
    await write(openDatabase(source, true));
  }
  print("  Channel settings in it are encrypted, and it does not contain the keys. Keep ENCRYPTION_KEYS too.");
  if (!remote && env["ENCRYPTION_KEYS"] === undefined)
    print(`  The keys generated here are in ${resolve(state, "secrets.json")}.`);
}

function optionsOf(args: string[]): { file: string | undefined; remote: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { remote: { type: "boolean" } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new BackupError(USAGE);
    return { file: positionals[0], remote: values.remote ?? false };
  } catch (thrown) {
    throw thrown instanceof BackupError ? thrown : new BackupError(`${(thrown as Error).message}\n${USAGE}`);
  }
}
