import { sha256 } from "@noble/hashes/sha2.js";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** What an id that leaves the system begins with, such as "tgt". */
export type IdPrefix = Lowercase<string>;

/** Base32 (Crockford, lower case) of the first 5 bits of each byte: as many characters as bytes. */
export const base32 = (bytes: Uint8Array): string =>
  bytes.reduce<string>((text, byte) => text + ALPHABET[byte & 31]!, "");

/** An id made from what it stands for: the same parts give the same id, 130 bits of SHA-256. */
export function derivedId(prefix: IdPrefix, ...parts: (string | number)[]): string {
  const digest = sha256(new TextEncoder().encode(JSON.stringify(parts)));
  return `${prefix}_${base32(digest.subarray(0, 26))}`;
}

/** The id of an event: its target (null for the upstream), its type and what its kind counts as the same happening. */
export const eventId = (targetId: string | null, type: string, key: string): string =>
  derivedId("evt", targetId ?? "", type, key);
