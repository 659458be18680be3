const KIB = 1024;
const BYTES = 12 * KIB * KIB;

/** A runtime hands a body over in pieces of some ten kilobytes: so many are on their way before anybody reads. */
const PIECE = 16 * KIB;

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A body of twelve megabytes that is made as it is read: a form of many fields, or one JSON text. */
export function largeBody(type: string): ReadableStream<Uint8Array> {
  let taken = 0;
  const text = type === FORM_TYPE ? "a=b&".repeat(PIECE / 4) : `[${"1,".repeat(PIECE / 2 - 1)}1`;
  const piece = new TextEncoder().encode(text);
  return new ReadableStream(
    {
      pull(controller) {
        if (taken >= BYTES) return controller.close();
        taken += piece.length;
        controller.enqueue(piece.slice());
      },
    },
    { highWaterMark: 0 },
  );
}
