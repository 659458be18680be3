/** A queue takes a hundred messages, or 256 KB, at once; some of that is for what surrounds each message. */
const MOST_MESSAGES = 100;
const MOST_BYTES = 200_000;

/** The messages in parts that a queue takes at once, in their order. */
export function partsOf<T>(messages: T[]): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = new TextEncoder().encode(JSON.stringify(message)).length;
    const last = parts.at(-1);
    if (last === undefined || last.length >= MOST_MESSAGES || bytes + size > MOST_BYTES) {
      parts.push([message]);
      bytes = size;
    } else {
      last.push(message);
      bytes += size;
    }
  }
  return parts;
}
