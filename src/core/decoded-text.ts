import { err, ok, type Result } from "./result.ts";

/** Byte order marks. */
const MARKS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Number of bytes that are inspected to detect an encoding. */
const LOOKED_AT = 4096;

const HIGH = 0x80;

/** Text in which this share of every second byte is 0 is UTF-16 with mostly Latin letters. */
const ZEROS = 0.4;

const HOW = "Save the file as UTF-8, or name its encoding, such as `text/csv; charset=windows-1252`.";

/**
 * Decodes text from outside. The encoding is that of the byte order mark, else the given `charset`, else the one of
 * UTF-8, UTF-16 and windows-1252 (Latin-1) that the bytes clearly are. The error is a sentence that says what to do.
 */
export function decodedText(bytes: Uint8Array, charset: string | null): Result<string, string> {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const reported = marked ?? charset ?? utf16Of(bytes);
  if (reported !== null) return decodedAs(reported, bytes);
  const utf8 = decodedAs("utf-8", bytes);
  if (utf8.ok || !isWestern(bytes)) return utf8;
  return decodedAs("windows-1252", bytes);
}

function decodedAs(encoding: string, bytes: Uint8Array): Result<string, string> {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
  } catch {
    return err(`The charset ${encoding.slice(0, 40).toWellFormed()} is unknown. ${HOW}`);
  }
  try {
    return ok(decoder.decode(bytes));
  } catch {
    return err(`The text is not valid ${decoder.encoding.toUpperCase()}. ${HOW}`);
  }
}

/** Detects UTF-16 without a mark by the zero bytes of Latin letters; null if there are too few. */
function utf16Of(bytes: Uint8Array): string | null {
  const some = bytes.subarray(0, LOOKED_AT - (LOOKED_AT % 2));
  const pairs = Math.floor(some.length / 2);
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (some[at] === 0) zeros[at % 2]! += 1;
  if (pairs > 0 && zeros[1]! >= pairs * ZEROS && zeros[0]! < zeros[1]!) return "utf-16le";
  return pairs > 0 && zeros[0]! >= pairs * ZEROS && zeros[1]! < zeros[0]! ? "utf-16be" : null;
}

/** The signs × and ÷, which stand among the letters of windows-1252. */
const NO_LETTERS = [0xd7, 0xf7];

/** Punctuation of windows-1252: €…‘’“”–—©«®°´·» and the no-break space. In other encodings these bytes are letters. */
const SIGNS = [0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xa9, 0xab, 0xae, 0xb0, 0xb4, 0xb7, 0xbb];

/** Those that also occur within words: ’, the no-break space and · */
const WITHIN_WORDS = [0x92, 0xa0, 0xb7];

/**
 * Reports whether bytes that are not UTF-8 read as Western European text: most accented letters stand alone among plain
 * ones, and signs are not within words. In other single-byte encodings such letters are adjacent, or fall on these
 * signs.
 */
function isWestern(bytes: Uint8Array): boolean {
  let [alone, together, run] = [0, 0, 0];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= HIGH) {
      const within = isLetter(bytes[at - 1]) && isLetter(bytes[at + 1]);
      if (!isLetter(byte) && (!SIGNS.includes(byte) || (within && !WITHIN_WORDS.includes(byte)))) return false;
      if (++run > 2) return false;
      continue;
    }
    if (run === 1) alone += 1;
    if (run === 2) together += 1;
    run = 0;
  }
  return alone >= together;
}

function isLetter(byte = 0): boolean {
  const plain = byte | 0x20;
  return (plain >= 0x61 && plain <= 0x7a) || (byte >= 0xc0 && !NO_LETTERS.includes(byte));
}
