import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";

const PREFIX = "admin-";

const KEY_BYTES = 32;
const ID_BYTES = 6;

/** True for the ID of a key that was derived from an admin token. `ENCRYPTION_KEYS` can't use such names. */
export const isDerivedId = (id: string): boolean => id.startsWith(PREFIX);

/**
 * Derives an encryption key from an admin token with HKDF-SHA-256 (RFC 5869), so that one secret is enough. Returns its
 * ID, which names the token without revealing it, and 32 bytes. The same token always gives the same key.
 */
export function derivedKey(adminToken: string): [id: string, key: Uint8Array] {
  const bytes = hkdf(
    sha256,
    encoded(adminToken),
    encoded("tallylight"),
    encoded("encryption key"),
    KEY_BYTES + ID_BYTES,
  );
  const id = Array.from(bytes.subarray(KEY_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [`${PREFIX}${id}`, bytes.slice(0, KEY_BYTES)];
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
