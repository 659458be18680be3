import { FORMAT, VERSION, type Footer, type Header } from "../../src/features/backup/backup-format.ts";
import { BackupError } from "./errors.ts";

/** Parses the first line of a file. Throws BackupError if it is not a header, or of a newer format. */
export function readHeader(line: string): Header {
  const header = parsed(line) as Partial<Header> | null;
  if (header?.format !== FORMAT || header.migrations === undefined || header.tables === undefined)
    throw new BackupError("This file is not a Tallylight backup.");
  if (header.version !== VERSION)
    throw new BackupError("This backup was created by a newer Tallylight. Update this one first.");
  return header as Header;
}

/** Parses a line as footer; null if it is not one. */
export function asFooter(line: string): Footer | null {
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
