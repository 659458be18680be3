const PREFIX = "whsec_";

/** The bytes of a secret (`whsec_` and the base64 of 24 to 64 bytes), or null for anything else. */
export function secretBytes(secret: string): Uint8Array | null {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const binary = atob(encoded);
  if (btoa(binary) !== encoded || binary.length < 24 || binary.length > 64) return null;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The secret that these bytes are. */
export const secretOf = (bytes: Uint8Array): string => PREFIX + base64(bytes);

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
