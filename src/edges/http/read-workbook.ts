import { Unzip, UnzipInflate, zipSync } from "fflate";
import Papa from "papaparse";
import { err, ok, type Result } from "../../core/result.ts";

/** Limits on a workbook. A sheet of 1,000 creators with ten columns has about 600 kB and 10,000 cells. */
const MAX_UNZIPPED = 4 * 1024 * 1024;
const MAX_FILES = 200;
const MAX_ROWS = 5000;
const MAX_COLUMNS = 100;
const MAX_CELLS = 60_000;

/** The bytes that are unzipped in one step. They come to a thousand times as many at most. */
const STEP_BYTES = 1024;

const TOO_LARGE = `This workbook is too large. Keep the sheet with your creators, up to ${MAX_ROWS.toLocaleString("en")} rows, or save it as CSV.`;
const BROKEN = "This Excel file can't be read. Save it as .xlsx again, or as CSV.";

/** True for bytes of a zip archive, which a workbook is. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** The parts of a workbook that have the cells. Pictures, themes and drawings are never unzipped. */
const isNeeded = (name: string): boolean =>
  /\.(?:xml|rels)$/.test(name) && !/(?:^docProps|\/(?:theme|drawings|media|charts|printerSettings)\/)/.test(name);

/** Returns the text of a workbook's first sheet, with tabs between cells; the error is a sentence that says what to do. */
export async function workbookText(bytes: Uint8Array): Promise<Result<string, string>> {
  const files = unzipped(bytes);
  if (!files.ok) return files;
  for (const text of Object.values(files.value)) if (reachesTooFar(text)) return err(TOO_LARGE);
  try {
    // Loaded when somebody sends a workbook.
    const { readSheet } = await import("read-excel-file/universal");
    // Stored, so that the library does not unzip anything by itself.
    const rows = await readSheet(new Uint8Array(zipSync(files.value, { level: 0 })).buffer);
    const cells = rows.map((row) => row.map(cellText));
    return ok(Papa.unparse({ fields: cells[0] ?? [], data: cells.slice(1) }, { newline: "\n", delimiter: "\t" }));
  } catch {
    return err(BROKEN);
  }
}

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ""
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : `${cell as string}`;

/** Unzips the needed files, and stops as soon as they are too long, whatever sizes the archive declares. */
function unzipped(bytes: Uint8Array): Result<Record<string, Uint8Array>, string> {
  const pieces = new Map<string, Uint8Array[]>();
  let [total, count, broken] = [0, 0, false];
  const archive = new Unzip((file) => {
    count += 1;
    if (!isNeeded(file.name) || count > MAX_FILES) return;
    const found: Uint8Array[] = [];
    pieces.set(file.name, found);
    file.ondata = (error, data) => {
      if (error !== null) broken = true;
      else {
        total += data.length;
        found.push(data);
      }
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += STEP_BYTES) {
      archive.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
      if (total > MAX_UNZIPPED || count > MAX_FILES) return err(TOO_LARGE);
      if (broken) return err(BROKEN);
    }
  } catch {
    return err(BROKEN);
  }
  return ok(Object.fromEntries([...pieces].map(([name, all]) => [name, joined(all)])));
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** An `r` attribute: the address of a cell, or the number of a row. */
const ADDRESS = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reports whether a file has cells beyond the limits. The library fills a table up to the last cell, so a single
 * address could make it fill billions.
 */
function reachesTooFar(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let [rows, columns] = [1, 1];
  for (const [, double, single] of text.matchAll(ADDRESS)) {
    const [, letters, digits] = /^([A-Z]{0,3})(\d{1,7})$/.exec(double ?? single ?? "") ?? [];
    if (digits === undefined) return true;
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnOf(letters!));
    if (rows > MAX_ROWS || columns > MAX_COLUMNS || rows * columns > MAX_CELLS) return true;
  }
  return false;
}

const A = 64;
const LETTERS = 26;

const columnOf = (letters: string): number =>
  letters.split("").reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A, 0);
