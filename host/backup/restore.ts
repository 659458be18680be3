import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, chown, realpath, rename, stat } from "node:fs/promises";
import { dirname, join, resolve, basename } from "node:path";
import { parseArgs } from "node:util";
import { EXTENSION, stamp } from "../../src/features/backup/backup-format.ts";
import { isFresh, openDatabase, type Database, BackupError } from "./database.ts";
import { readMigrations } from "../runtime/migrations.ts";
import { fetchDatabase, findDatabase, sendDatabase } from "./remote.ts";
import { progressTo, withFolder, type Called } from "./run.ts";
import { stage } from "./stage.ts";
import { writeBackup } from "./write.ts";
import { storedPath } from "../deploy/kept-secrets.ts";
import { localDatabaseId, readProject, type Project } from "../deploy/project.ts";
import { wranglerAt } from "../deploy/wrangler.ts";
import { databasePath, storedIn } from "../runtime/database.ts";
import { commandLine, inRoot } from "../place.ts";
import { vaultIn } from "../runtime/vault-keys.ts";
import { holderOf } from "../runtime/preparer.ts";
import { nextTime } from "../../src/core/schedule.ts";

const REASON = "restored from a backup";

interface Calmed {
  /** Number of deliveries that will not be sent any more. */
  suppressed: number;
  /** Number of digests whose missed times are skipped. */
  digests: number;
  /** Number of API tokens that were valid at the time of the backup and are now expired. */
  tokens: number;
}

interface Keeping {
  /** The old instance was stopped before the backup, as for a move. */
  moved: boolean;
  /** API tokens stay valid. */
  tokens: boolean;
}

/**
 * Abandons what was in progress when a restored database was backed up. Deliveries may have been sent since, so they
 * are not sent again. If the old instance was stopped before the backup (`moved`), everything continues instead. Tokens
 * may have been revoked and sessions ended since, so all are ended, unless `tokens` keeps them.
 */
function calm(db: Database, now: number, { moved, tokens: stored }: Keeping): Calmed {
  db.exec("BEGIN");
  db.exec(`UPDATE deliveries SET lease_until = 0, taker = NULL WHERE lease_until <> 0 OR taker IS NOT NULL`);
  db.exec(`UPDATE channels SET lease_until = 0, taker = NULL WHERE lease_until <> 0 OR taker IS NOT NULL`);
  db.exec(`UPDATE editions SET lease_until = 0 WHERE lease_until <> 0`);
  // A tick no later than the last one does nothing, so a clock that was ahead must not stop ticks here.
  db.prepare(`UPDATE ticker SET last_tick_at = min(last_tick_at, ?1), filled_at = min(filled_at, ?1)`).run(now);
  const suppressed = moved
    ? 0
    : db
        .prepare(
          `UPDATE deliveries SET status = 'suppressed', reason = ?, next_attempt_at = NULL
           WHERE status = 'pending' OR (status = 'held' AND summary IS NULL)`,
        )
        .run(REASON).changes;
  // Folded deliveries are not created any more.
  const folded = moved ? 0 : foldedAway(db);
  const digests = moved ? 0 : passOver(db, now);
  const tokens = stored
    ? 0
    : db.prepare("UPDATE tokens SET expires_at = ?1 WHERE expires_at IS NULL OR expires_at > ?1").run(now).changes;
  if (!stored) db.exec("DELETE FROM sign_ins");
  db.exec("COMMIT");
  return { suppressed: Number(suppressed) + folded, digests, tokens: Number(tokens) };
}

/** Deletes folded deliveries. Returns their number. */
function foldedAway(db: Database): number {
  const count = `SELECT coalesce(sum(json_array_length(content, '$.events') * json_array_length(content, '$.channels') - done), 0) AS n FROM fanouts`;
  const n = Number(db.prepare(count).get()!["n"]);
  db.exec("DELETE FROM fanouts");
  return n;
}

/** Moves digests whose time has passed to their next one. Returns their number. */
function passOver(db: Database, now: number): number {
  const due = db.prepare("SELECT id, schedule, timezone FROM digests WHERE next_at <= ?").all(now);
  const move = db.prepare("UPDATE digests SET next_at = ? WHERE id = ?");
  for (const { id, schedule, timezone } of due)
    move.run(nextTime({ pattern: String(schedule), timezone: String(timezone) }, now), id!);
  return due.length;
}

/** Throws BackupError if Tallylight runs on this state folder. */
async function refuseRunning(state: string, path: string): Promise<void> {
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
async function swapIn(state: string, fresh: string, path: string, aside: string): Promise<string | null> {
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
