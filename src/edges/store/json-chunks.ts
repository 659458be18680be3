/** Well below what D1 takes as one value (2 MB). */
const MAX_BYTES = 1_400_000;

const encoder = new TextEncoder();

export interface JsonChunk {
  /** A JSON array. */
  text: string;
  /** The index of its first value among all. */
  from: number;
}

/** The values, in order, as JSON arrays that D1 takes as parameters. */
export function jsonChunks(values: Iterable<unknown>): JsonChunk[] {
  const chunks: JsonChunk[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const close = (next: number) => {
    if (texts.length > 0) chunks.push({ text: `[${texts.join(",")}]`, from: next - texts.length });
    texts = [];
    bytes = 0;
  };
  let index = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    const size = encoder.encode(text).length + 1;
    if (bytes + size > MAX_BYTES) close(index);
    texts.push(text);
    bytes += size;
    index += 1;
  }
  close(index);
  return chunks;
}
