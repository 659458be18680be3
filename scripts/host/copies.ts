import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Log } from "./runtime-log.ts";

/** So many copies are kept, the latest. */
const MAX_COPIES = 3;

const MEGABYTE = 1024 * 1024;

/** Room that a copy must leave on the disk, for what the database itself writes. */
const SPARE_BYTES = 16 * MEGABYTE;

const COPY = /^before-.*\.sqlite$/;

/** Where a state folder keeps copies of its database from before migrations. */
export const copiesIn = (state: string): string => join(state, "copies");

const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/**
 * Keeps a copy of the database as it is before it is migrated, readable by its owner alone, and removes all but the latest three.
 * Where it cannot be kept (the disk is too full), it says so; the migration goes on, since code of the version before works on
 * the migrated database too.
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
    // An empty file is taken as it is, with its mode.
    writeFileSync(partial, "", { mode: 0o600 });
    db.prepare("VACUUM INTO ?").run(partial);
    renameSync(partial, join(folder, name));
  } catch (thrown) {
    rmSync(partial, { force: true });
    log("warn", `No copy of the database was kept before it is migrated: ${(thrown as Error).message}.`);
    return;
  }
  log("info", `A copy of the database from before the migrations is kept in ${join(folder, name)}.`);
  for (const old of latestFirst(folder).slice(MAX_COPIES)) rmSync(join(folder, old), { force: true });
}

/** Names end with the time at which a copy was made. */
const latestFirst = (folder: string): string[] => {
  const createdAt = (name: string) => name.slice(name.lastIndexOf("-"));
  return readdirSync(folder)
    .filter((name) => COPY.test(name))
    .sort((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1));
};

const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);
