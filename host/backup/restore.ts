import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { EXTENSION, stamp } from "../../src/features/backup/backup-format.ts";
import { calm } from "./calm.ts";
import { isFresh, openDatabase, type Database, BackupError } from "./database.ts";
import { refuseRunning, swapIn } from "./local.ts";
import { readMigrations } from "../runtime/migrations.ts";
import { fetchDatabase, findDatabase, sendDatabase } from "./remote.ts";
import { progressTo, withFolder, type Called } from "./run.ts";
import { stage } from "./stage.ts";
import { writeBackup } from "./write.ts";
import { storedPath } from "../deploy/kept-secrets.ts";
import { localDatabaseId, readProject, type Project } from "../deploy/project.ts";
import { wranglerAt } from "../deploy/wrangler.ts";
import { databasePath } from "../runtime/database.ts";
import { commandLine, inRoot } from "../place.ts";
import { vaultIn } from "../runtime/vault-keys.ts";

const USAGE = `Usage: ${commandLine("restore", "FILE [--force] [--moved] [--tokens] [--remote]")}`;
const NOT_EMPTY = "is not empty. With --force the backup replaces it, and the existing data is moved aside.";

interface Options {
  file: string;
  force: boolean;
  moved: boolean;
  tokens: boolean;
  remote: boolean;
}

/** Restores the backup that the arguments name into the state folder, or into a deployment. */
export async function restore(called: Called): Promise<void> {
  const { env } = called;
  const options = optionsOf(called.args);
  const state = resolve(env["TALLYLIGHT_STATE"] || ".tallylight");
  await (options.remote
    ? restoreRemote(options, await readProject(env["TALLYLIGHT_NAME"] || null), state, called)
    : restoreLocal(options, state, called));
}

async function restoreLocal(options: Options, state: string, called: Called): Promise<void> {
  const path = databasePath(state, localDatabaseId(await readFile(inRoot("wrangler.toml"), "utf8")));
  await refuseRunning(state, path);
  if (existsSync(path) && !options.force) {
    const db = openDatabase(path, true);
    const fresh = isFresh(db);
    db.close();
    if (!fresh) throw new BackupError(`${state} ${NOT_EMPTY}`);
  }
  await mkdir(state, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(state, "restoring-"));
  try {
    const staged = join(folder, "database.sqlite");
    const db = await prepared(options, staged, join(state, "secrets.json"), called);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    await refuseRunning(state, path);
    const aside = await swapIn(state, staged, path, join(state, `before-restore-${stamp(Date.now())}`));
    called.print(`✓ restored into ${state}`);
    if (aside !== null) called.print(`  The previous data is in ${aside}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreRemote(options: Options, project: Project, state: string, called: Called): Promise<void> {
  const wrangler = wranglerAt(called.env);
  await withFolder(async (folder) => {
    const db = await prepared(options, join(folder, "database.sqlite"), storedPath(state, project.name), called);
    const database = await findDatabase(project, folder, wrangler);
    called.print(`… downloading the current database ${database.name}`);
    const before = await fetchDatabase(database, folder, wrangler);
    if (!isFresh(before)) {
      if (!options.force) throw new BackupError(`The database ${database.name} ${NOT_EMPTY}`);
      const name = `tallylight-backup-before-restore-${stamp(Date.now())}${EXTENSION}`;
      const aside = join(dirname(options.file), name);
      await writeBackup(before, aside, new Date().toISOString(), progressTo(called.print));
      called.print(`✓ the previous data is in ${aside}`);
    }
    before.close();
    called.print("… sending");
    await sendDatabase(db, database, folder, wrangler);
    db.close();
    called.print(`✓ restored into the database ${database.name}`);
  });
}

/** Returns the names of the channels whose settings the keys of these secrets can't decrypt. */
async function lockedChannels(db: Database, secrets: Record<string, string | undefined>): Promise<string[]> {
  const channels = db.prepare("SELECT id, name, sealed FROM channels").all();
  const vault = vaultIn(secrets);
  const locked: string[] = [];
  for (const { id, name, sealed } of channels) {
    const opened = vault === null ? null : await vault.open(String(sealed), `channels/${String(id)}/sealed`);
    if (opened === null) locked.push(String(name));
  }
  return locked;
}

/** Prepares the database in a file of its own. The backup is read completely before anything is replaced. */
async function prepared(options: Options, path: string, keysFile: string, { env, print }: Called): Promise<Database> {
  const { db, header } = await stage(options.file, path, await readMigrations(), progressTo(print));
  if (options.moved && header.live === true)
    throw new BackupError(
      "This backup was downloaded while Tallylight was running, which may have sent its messages since: --moved needs one that was made after it stopped.",
    );
  const rows = Object.values(header.tables).reduce((sum, one) => sum + one.rows, 0);
  print(`✓ ${rows.toLocaleString("en")} rows, from ${header.createdAt}`);
  const { suppressed, digests, tokens } = calm(db, Date.now(), options);
  if (suppressed > 0) print(`  ${suppressed} pending deliveries will not be sent.`);
  if (digests > 0) print(`  ${digests} digests wait for their next scheduled time.`);
  if (tokens > 0)
    print(
      `  ${tokens} API tokens were removed, because some may have been revoked since the backup. Create new ones, or restore with --tokens.`,
    );
  const stored = await readFile(keysFile, "utf8").catch(() => "{}");
  const locked = await lockedChannels(db, { ...(JSON.parse(stored) as Record<string, string>), ...env });
  if (locked.length > 0)
    print(
      `! ${locked.length} channels can't be decrypted with the keys found here. They need ` +
        `the old ENCRYPTION_KEYS, or the old ADMIN_TOKEN in PREVIOUS_ADMIN_TOKEN (searched in the environment and in ${keysFile}).`,
    );
  return db;
}

function optionsOf(args: string[]): Options {
  try {
    const flag = { type: "boolean", default: false } as const;
    const { values, positionals } = parseArgs({
      args,
      options: { force: flag, moved: flag, tokens: flag, remote: flag },
      allowPositionals: true,
    });
    if (positionals.length !== 1) throw new BackupError(USAGE);
    return { file: positionals[0]!, ...values };
  } catch (thrown) {
    throw thrown instanceof BackupError ? thrown : new BackupError(`${(thrown as Error).message}\n${USAGE}`);
  }
}
