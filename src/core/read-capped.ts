/** A response or a request. */
interface Source {
  body: ReadableStream<Uint8Array> | null;
}

interface Piece {
  value?: Uint8Array<ArrayBuffer> | undefined;
  done: boolean;
}

/** The platform's byte reader. A read waits for a number of bytes or the end of the stream. */
interface ByteReader {
  readAtLeast(bytes: number, view: Uint8Array<ArrayBuffer>): Promise<Piece>;
  cancel(): Promise<void>;
}

/** Size of a read. Most answers fit into one, and each read takes about 0.1 ms. */
const PIECE_BYTES = 16 * 1024;

/** Buffers for reuse. */
const spare: ArrayBuffer[] = [];
const MAX_SPARE = 8;

const atOnce = new TextDecoder();

/** Processes a piece of a body. The last piece can be missing if the body ended before it. */
type Take = (piece: Uint8Array<ArrayBuffer> | undefined, last: boolean) => void;

/**
 * Reads the text of a response or request; null if it is longer than `maxBytes`. Bytes are counted as they arrive,
 * whatever the headers say. Rethrows errors of the stream, including the reason of an abort. Of a longer body,
 * `passOver` more bytes are read before the stream is cancelled. Streams from scripts must be byte streams.
 */
export async function readCapped(source: Source, maxBytes: number, passOver = 0): Promise<string | null> {
  let decoder: TextDecoder | null = null;
  let text = "";
  const whole = await readPieces(source, maxBytes, passOver, (piece, last) => {
    decoder ??= last ? atOnce : new TextDecoder();
    text += decoder.decode(piece, { stream: !last });
  });
  return whole ? text : null;
}

/** Thrown for a body that must be UTF-8 but is not. */
export class NotUtf8 extends Error {}

/** The same for a body that must be UTF-8. Throws NotUtf8 otherwise, after reading the body. */
export async function readUtf8(source: Source, maxBytes: number, passOver = 0): Promise<string | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text: string | null = "";
  const whole = await readPieces(source, maxBytes, passOver, (piece, last) => {
    try {
      if (text !== null) text += decoder.decode(piece, { stream: !last });
    } catch {
      text = null;
    }
  });
  if (!whole) return null;
  if (text === null) throw new NotUtf8("The body is not valid UTF-8.");
  return text;
}

/** The same as bytes, for a body whose encoding is still unknown. */
export async function readBytes(
  source: Source,
  maxBytes: number,
  passOver = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const whole = await readPieces(source, maxBytes, passOver, (piece) => void (piece && pieces.push(piece.slice())));
  return whole ? new Uint8Array(await new Blob(pieces).arrayBuffer()) : null;
}

/** Passes on the pieces of a body up to the limit. Returns false if it is too long. */
async function readPieces({ body }: Source, maxBytes: number, passOver: number, take: Take): Promise<boolean> {
  if (body === null) return true;
  const reader = body.getReader({ mode: "byob" }) as unknown as ByteReader;
  const read = (room: ArrayBuffer) => reader.readAtLeast(PIECE_BYTES, new Uint8Array(room));
  let piece = await read(spare.pop() ?? new ArrayBuffer(PIECE_BYTES));
  let bytes = piece.value?.byteLength ?? 0;
  while (bytes <= maxBytes + passOver) {
    const ended = endsWith(piece);
    if (bytes <= maxBytes) take(piece.value, ended);
    if (ended) break;
    piece = await read(piece.value!.buffer);
    bytes += piece.value?.byteLength ?? 0;
  }
  if (piece.value !== undefined && spare.length < MAX_SPARE) spare.push(piece.value.buffer);
  if (bytes <= maxBytes) return true;
  await reader.cancel().catch(() => undefined);
  return false;
}

/** A piece that is not full is the last. A cancelled stream returns none. */
const endsWith = ({ value, done }: Piece): boolean => done || value === undefined || value.byteLength < PIECE_BYTES;
