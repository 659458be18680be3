const PREFIX = "whsec_";

/** Decodes a prefix and base64 of 24 to 64 bytes; null if malformed. */
export function decodedKey(prefix: string, text: string): Uint8Array | null {
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : "";
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const binary = atob(encoded);
  if (btoa(binary) !== encoded || binary.length < 24 || binary.length > 64) return null;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Decodes a secret (`whsec_` and base64 of 24 to 64 bytes); null if malformed. */
export const secretBytes = (secret: string): Uint8Array | null => decodedKey(PREFIX, secret);

/** Encodes bytes as a secret. */
export const secretOf = (bytes: Uint8Array): string => PREFIX + base64(bytes);

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
