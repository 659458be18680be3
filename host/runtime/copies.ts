import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Log } from "./runtime-log.ts";

/** Number of copies that are kept, the latest. */
const MAX_COPIES = 3;

const MEGABYTE = 1024 * 1024;

/** Disk space that must remain after a copy, for the database itself. */
const SPARE_BYTES = 16 * MEGABYTE;

const COPY = /^before-.*\.sqlite$/;

/** The folder for copies of the database from before migrations. */
export const copiesIn = (state: string): string => join(state, "copies");

const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/**
 * Copies the database before it is migrated, readable only by its owner, and removes all but the latest three copies.
 * If that fails, for example because the disk is full, it logs a warning. The migration continues anyway, because the
 * previous version can use the migrated database too.
 */
export function storeCopy(
  db: DatabaseSync,
  folder: string,
  migration: string,
  log: Log,
  freeBytes: (folder: string) => number = freeBytesOf,
): void {
  const size = Number(
    db.prepare("SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size").get()!["n"],
  );
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, "");
  const name = `before-${migration.replace(".sql", "")}-${stamp}.sqlite`;
  const partial = join(folder, `${name}.partial`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const free = freeBytes(folder);
    if (free < size + SPARE_BYTES)
      throw new Error(`it needs ${megabytes(size + SPARE_BYTES)} MB, and ${megabytes(free)} MB are free on the disk`);
    // VACUUM INTO accepts an existing empty file and keeps its mode.
    writeFileSync(partial, "", { mode: 0o600 });
    db.prepare("VACUUM INTO ?").run(partial);
    renameSync(partial, join(folder, name));
  } catch (thrown) {
    rmSync(partial, { force: true });
    log("warn", `The database was not copied before migrating it: ${(thrown as Error).message}.`);
    return;
  }
  log("info", `A copy of the database from before the migrations is in ${join(folder, name)}.`);
  for (const old of latestFirst(folder).slice(MAX_COPIES)) rmSync(join(folder, old), { force: true });
}

/** Names of copies end with their creation time. */
const latestFirst = (folder: string): string[] => {
  const createdAt = (name: string) => name.slice(name.lastIndexOf("-"));
  return readdirSync(folder)
    .filter((name) => COPY.test(name))
    .sort((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1));
};

const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);
