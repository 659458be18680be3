import { Inflate } from "fflate";
import { err, ok, type Result } from "../../core/result.ts";

/** Why an archive is not read. */
export type ZipFault = "broken" | "large";

/** Limits on what comes out of an archive. */
interface ZipLimits {
  /** Bytes of all files together. */
  bytes: number;
  /** Files that the archive lists. */
  files: number;
}

// The archive's directory says where each file is, as Excel reads it. Everything else in an archive is ignored, such as
// the sizes that its files declare.
const END = 0x0605_4b50;
const ENTRY = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;

/** Compression methods. */
const STORED = 0;
const DEFLATED = 8;

/** The bytes that are unzipped in one step. They come to a thousand times as many at most. */
const STEP_BYTES = 1024;

/** True for bytes of a zip archive, which a workbook is. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === LOCAL;

/**
 * Unzips the files whose names `isNeeded`. It stops as soon as they come to too many bytes, whatever sizes the archive
 * declares. Encrypted archives and those of more than 4 GB are broken.
 */
export function unzipped(
  bytes: Uint8Array,
  isNeeded: (name: string) => boolean,
  limits: ZipLimits,
): Result<Map<string, Uint8Array>, ZipFault> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return err("broken");
  const count = view.getUint16(end + 10, true);
  if (count > limits.files) return err("large");
  const files = new Map<string, Uint8Array>();
  let left = limits.bytes;
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) return err("broken");
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    if (isNeeded(name)) {
      const file = inflated(bytes, view, at, left);
      if (!file.ok) return file;
      left -= file.value.length;
      files.set(name, file.value);
    }
    at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return ok(files);
}

/** Where the end of the directory begins; null if there is none. A comment can follow it. */
function endOf(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (view.getUint32(at, true) === END) return at;
  return null;
}

/** The content of a directory's entry, at most `most` bytes. */
function inflated(bytes: Uint8Array, view: DataView, entry: number, most: number): Result<Uint8Array, ZipFault> {
  const flags = view.getUint16(entry + 8, true);
  const method = view.getUint16(entry + 10, true);
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  if ((flags & 1) === 1 || local + LOCAL_BYTES > bytes.length || view.getUint32(local, true) !== LOCAL)
    return err("broken");
  const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.subarray(from, from + size);
  if (packed.length !== size) return err("broken");
  if (method === STORED) return packed.length > most ? err("large") : ok(packed);
  if (method !== DEFLATED) return err("broken");
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((piece) => {
    length += piece.length;
    pieces.push(piece);
  });
  try {
    for (let at = 0; at < packed.length && length <= most; at += STEP_BYTES)
      inflate.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
  } catch {
    return err("broken");
  }
  return length > most ? err("large") : ok(joined(pieces));
}

/** The bytes of all pieces in a row. */
export function joined(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
