// Node's byte streams lack a method of the platform's: a read that waits for a number of bytes or the end of the stream
// (developers.cloudflare.com/workers/runtime-apis/streams/readablestreambyobreader).
interface Piece {
  value?: Uint8Array;
  done: boolean;
}

interface ByteReader {
  read(view: Uint8Array): Promise<Piece>;
  readAtLeast(bytes: number, view: Uint8Array): Promise<Piece>;
}

const { prototype } = ReadableStreamBYOBReader as unknown as { prototype: ByteReader };

prototype.readAtLeast = async function (bytes, view) {
  // Reading detaches the view's memory.
  const { byteOffset, byteLength: length } = view;
  let room = view;
  let filled = 0;
  for (;;) {
    const piece = await this.read(room);
    if (piece.value === undefined) return piece;
    const { buffer } = piece.value;
    filled += piece.value.byteLength;
    if (piece.done || filled >= bytes) return { value: new Uint8Array(buffer, byteOffset, filled), done: filled === 0 };
    room = new Uint8Array(buffer, byteOffset + filled, length - filled);
  }
};
