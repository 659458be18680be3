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
const MOST_SPARE = 8;

const atOnce = new TextDecoder();

/**
 * The text of a response or request body, null where it is longer than `mostBytes`: counted as it arrives, whatever its
 * head says. Passes on what the stream throws, the reason of an aborted request too. Of one that is longer, `passOver`
 * bytes more are let come before the stream is ended. What a script streams must be a stream of bytes.
 */
export async function readCapped({ body }: Source, mostBytes: number, passOver = 0): Promise<string | null> {
  if (body === null) return "";
  const reader = body.getReader({ mode: "byob" }) as unknown as ByteReader;
  const read = (room: ArrayBuffer) => reader.readAtLeast(PIECE_BYTES, new Uint8Array(room));
  let piece = await read(spare.pop() ?? new ArrayBuffer(PIECE_BYTES));
  let bytes = piece.value?.byteLength ?? 0;
  const decoder = endsWith(piece) ? atOnce : new TextDecoder();
  let text = "";
  while (bytes <= mostBytes + passOver) {
    const ended = endsWith(piece);
    if (bytes <= mostBytes) text += decoder.decode(piece.value, { stream: !ended });
    if (ended) break;
    piece = await read(piece.value!.buffer);
    bytes += piece.value?.byteLength ?? 0;
  }
  if (piece.value !== undefined && spare.length < MOST_SPARE) spare.push(piece.value.buffer);
  if (bytes <= mostBytes) return text;
  await reader.cancel().catch(() => undefined);
  return null;
}

/** A piece that is not full is the last; a stream that somebody ended gives none. */
const endsWith = ({ value, done }: Piece): boolean => done || value === undefined || value.byteLength < PIECE_BYTES;
