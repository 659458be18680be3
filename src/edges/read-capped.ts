/** A response or a request. */
interface Source {
  body: ReadableStream<Uint8Array> | null;
}

interface Piece {
  value?: Uint8Array<ArrayBuffer> | undefined;
  done: boolean;
}

/** The platform's reader of bytes: a read waits for so many or for the end of the stream. */
interface ByteReader {
  readAtLeast(bytes: number, view: Uint8Array<ArrayBuffer>): Promise<Piece>;
  cancel(): Promise<void>;
}

/** What is read at once: most answers come whole in it, and each turn of a stream takes a tenth of a millisecond. */
const PIECE_BYTES = 16 * 1024;

/** Room of pieces that were read, used again. */
const spare: ArrayBuffer[] = [];
const MAX_SPARE = 8;

const atOnce = new TextDecoder();

/** What is made of the pieces of a body as they come; the last one may be missing where the body ended before it. */
type Take = (piece: Uint8Array<ArrayBuffer> | undefined, last: boolean) => void;

/**
 * The text of a response or request body, null where it is longer than `mostBytes`: counted as it arrives, whatever its
 * head says. Passes on what the stream throws, the reason of an aborted request too. Of one that is longer, `passOver`
 * bytes more are let come before the stream is ended. What a script streams must be a stream of bytes.
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

/** A body that is not the UTF-8 that it has to be. */
export class NotUtf8 extends Error {}

/** The same of a body that must be UTF-8: throws NotUtf8 where it is not, once the body has come. */
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

/** The same of a body whose encoding is still to be found. */
export async function readBytes(
  source: Source,
  maxBytes: number,
  passOver = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const whole = await readPieces(source, maxBytes, passOver, (piece) => void (piece && pieces.push(piece.slice())));
  return whole ? new Uint8Array(await new Blob(pieces).arrayBuffer()) : null;
}

/** Hands on the pieces of a body while it is not too long; answers whether it was not. */
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

/** A piece that is not full is the last; a stream that somebody ended gives none. */
const endsWith = ({ value, done }: Piece): boolean => done || value === undefined || value.byteLength < PIECE_BYTES;
