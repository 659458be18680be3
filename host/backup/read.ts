import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { BackupError } from "./database.ts";
import { type Footer, FORMAT, type Header, type Value, VERSION } from "../../src/features/backup/backup-format.ts";

export interface Reader {
  /** Called once, before any row. */
  begin(header: Header): void;
  row(table: string, values: Value[]): void;
}

/**
 * Reads a backup from beginning to end. Throws BackupError if it is malformed, damaged or truncated: nothing that was
 * read counts until this returns.
 */
export async function readBackup(path: string, reader: Reader): Promise<Header> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  try {
    return await take(linesOf(file.pipe(gunzip)), reader);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new BackupError(`${path} does not exist.`);
    if (code === "Z_DATA_ERROR") throw new BackupError("This file is not a backup, or it is damaged.");
    if (code === "Z_BUF_ERROR") throw new BackupError("This backup is damaged: it ends too early.");
    if (code === "EISDIR" || code === "EACCES") throw new BackupError(`Can't read ${path}: ${message}`);
    throw thrown;
  } finally {
    file.destroy();
  }
}

/** Splits at line feeds only, because texts can contain other characters that count as line ends. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Parses the first line of a file. Throws BackupError if it is not a header, or of a newer format. */
function readHeader(line: string): Header {
  const header = parsed(line) as Partial<Header> | null;
  if (header?.format !== FORMAT || header.migrations === undefined || header.tables === undefined)
    throw new BackupError("This file is not a Tallylight backup.");
  if (header.version !== VERSION)
    throw new BackupError("This backup was created by a newer Tallylight. Update this one first.");
  return header as Header;
}

/** Parses a line as footer; null if it is not one. */
function asFooter(line: string): Footer | null {
  const footer = line.startsWith('{"rows":') ? (parsed(line) as Partial<Footer> | null) : null;
  return footer?.sha256 === undefined ? null : (footer as Footer);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function take(lines: AsyncIterable<string>, reader: Reader): Promise<Header> {
  const hash = createHash("sha256");
  const counts: Record<string, number> = {};
  let header: Header | null = null;
  let footer = null;
  for await (const line of lines) {
    if (footer !== null) throw new BackupError("This backup is damaged: there is data after its end.");
    if (header === null) reader.begin((header = readHeader(line)));
    else if ((footer = asFooter(line)) !== null) continue;
    else {
      const [table, ...values] = rowIn(line);
      const columns = Object.hasOwn(header.tables, table) ? header.tables[table]!.columns : [];
      if (columns.length === 0 || columns.length !== values.length)
        throw new BackupError("This backup is damaged: a row does not fit its table.");
      counts[table] = (counts[table] ?? 0) + 1;
      reader.row(table, values);
    }
    hash.update(`${line}\n`);
  }
  if (header === null || footer === null) throw new BackupError("This backup is damaged: it ends too early.");
  const complete = Object.entries(header.tables).every(
    ([table, { rows }]) => (footer.tables?.[table] ?? rows) === (counts[table] ?? 0),
  );
  if (!complete || footer.sha256 !== hash.digest("hex"))
    throw new BackupError("This backup is damaged: its checksum is wrong.");
  return header;
}

function rowIn(line: string): [string, ...Value[]] {
  try {
    const row = JSON.parse(line) as unknown;
    if (Array.isArray(row) && typeof row[0] === "string") return row as [string, ...Value[]];
  } catch {
    // Reported below.
  }
  throw new BackupError("This backup is damaged: a line is not a row.");
}
