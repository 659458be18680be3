/**
 * Ids that were seen, oldest first, as fingerprints of eight characters. A thousand take 8 kB, whatever the ids look
 * like. Of a thousand ids, one that was never seen is taken for one of them once in 280 billion times.
 */
export type SeenIds = string;

const LENGTH = 8;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** 24 bits as four characters. */
const four = (bits: number): string =>
  ALPHABET[(bits >>> 18) & 63]! + ALPHABET[(bits >>> 12) & 63]! + ALPHABET[(bits >>> 6) & 63]! + ALPHABET[bits & 63]!;

/** The fingerprint of an id: 48 bits of two multiplicative hashes, mixed. */
function fingerprint(id: string): string {
  let [a, b] = [0x9e3779b1, 0x85ebca6b];
  for (let place = 0; place < id.length; place++) {
    const unit = id.charCodeAt(place);
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d);
  }
  const one = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ Math.imul(b ^ (b >>> 13), 0x297a2d39);
  const other = Math.imul(b ^ (b >>> 16), 0x846ca68b) ^ Math.imul(a ^ (a >>> 13), 0xcc9e2d51);
  return four((one ^ (one >>> 15)) >>> 8) + four((other ^ (other >>> 15)) >>> 8);
}

const partsOf = (ids: SeenIds): string[] =>
  Array.from({ length: ids.length / LENGTH }, (_, place) => ids.slice(place * LENGTH, (place + 1) * LENGTH));

/** Returns a function that reports whether an id is among these. */
export function remembering(ids: SeenIds): (id: string) => boolean {
  const parts = ids === "" ? null : new Set(partsOf(ids));
  return (id) => parts !== null && parts.has(fingerprint(id));
}

/** Adds ids, oldest first, and keeps the newest `most`. Returns the same text if it has them all. */
export function withSeen(ids: SeenIds, added: string[], most: number): SeenIds {
  if (added.length === 0) return ids;
  const parts = new Set(partsOf(ids));
  const fresh = added.map(fingerprint);
  if (fresh.every((one) => parts.has(one)) && parts.size <= most) return ids;
  // Seen again, they are the newest.
  for (const one of fresh) parts.delete(one);
  for (const one of fresh) parts.add(one);
  return [...parts].slice(Math.max(0, parts.size - most)).join("");
}
