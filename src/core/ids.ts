import { sha256 } from "@noble/hashes/sha2.js";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** The prefix of a public id, such as "tgt". */
export type IdPrefix = Lowercase<string>;

/** Crockford base32 in lower case of the low 5 bits of each byte: one character per byte. */
export const base32 = (bytes: Uint8Array): string =>
  bytes.reduce<string>((text, byte) => text + ALPHABET[byte & 31]!, "");

/** Derives an id from its parts: the same parts give the same id, with 130 bits of SHA-256. */
export function derivedId(prefix: IdPrefix, ...parts: (string | number)[]): string {
  const digest = sha256(new TextEncoder().encode(JSON.stringify(parts)));
  return `${prefix}_${base32(digest.subarray(0, 26))}`;
}

/** The id of an event, from its target (null for news of operation), type and key. */
export const eventId = (targetId: string | null, type: string, key: string): string =>
  derivedId("evt", targetId ?? "", type, key);
