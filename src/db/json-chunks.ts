/** Well below D1's limit for one value (2 MB). */
const MAX_BYTES = 1_400_000;

const encoder = new TextEncoder();

export interface JsonChunk {
  /** A JSON array. */
  text: string;
  /** Index of its first value among all, and the index after its last. */
  from: number;
  to: number;
}

/** Divides values, in order, into JSON arrays that fit into parameters of D1. */
export function jsonChunks(values: Iterable<unknown>): JsonChunk[] {
  const chunks: JsonChunk[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const close = (next: number) => {
    if (texts.length > 0) chunks.push({ text: `[${texts.join(",")}]`, from: next - texts.length, to: next });
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
