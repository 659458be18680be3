import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { writtenIn } from "../runtime/compatibility.ts";
import { headerOf, rowLine, type Footer, type Header } from "../../src/features/backup/backup-format.ts";
import { columnsOf, countOf, rowsOf, schemaOf, tablesOf, type Database, BackupError } from "./database.ts";

export type Progress = (rows: number) => void;

/** Size of the chunks that are written. */
const CHUNK = 64 * 1024;

/**
 * Writes the whole database to a file that only its owner can read. The file has its final name once it is complete.
 * Returns its header.
 */
export async function writeBackup(db: Database, path: string, createdAt: string, progress: Progress): Promise<Header> {
  const { applied: migrations, floor } = writtenIn(db);
  if (migrations.length === 0) throw new BackupError("There is nothing to back up: this database has never been used.");
  const tables = tablesOf(db).map(
    (table) => [table, { columns: columnsOf(db, table), rows: countOf(db, table) }] as const,
  );
  const header = headerOf({
    createdAt,
    migrations,
    tables: Object.fromEntries(tables),
    floor: floor ?? 0,
    schema: schemaOf(db),
  });
  const partial = `${path}.partial`;
  try {
    const out = createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true });
    await pipeline(Readable.from(lines(db, header, progress)), createGzip(), out);
    await rename(partial, path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST")
      throw new BackupError(`${partial} already exists. Delete it first.`);
    await rm(partial, { force: true });
    throw thrown;
  }
  return header;
}

function* lines(db: Database, header: Header, progress: Progress): Generator<string> {
  const hash = createHash("sha256");
  let rows = 0;
  let chunk = `${JSON.stringify(header)}\n`;
  for (const [table, { columns }] of Object.entries(header.tables)) {
    for (const row of rowsOf(db, table, columns)) {
      chunk += rowLine(table, row);
      progress(++rows);
      if (chunk.length < CHUNK) continue;
      hash.update(chunk);
      yield chunk;
      chunk = "";
    }
  }
  hash.update(chunk);
  const footer: Footer = { rows, sha256: hash.digest("hex") };
  yield `${chunk}${JSON.stringify(footer)}\n`;
}
