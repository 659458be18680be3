// Node's streams of bytes lack what the platform's have: a read that waits for so many bytes or for the end of the stream
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
  // Reading takes the view's memory away.
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
