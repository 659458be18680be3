const PREFIX = "whsec_";

/** Decodes a prefix and base64 of 24 to 64 bytes; null if malformed. */
function decodedKey(prefix: string, text: string): Uint8Array | null {
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

// oxlint-disable-next-line eslint/no-restricted-globals -- signatures need no randomness
const { subtle } = crypto;

/** Ed25519: a private key is a seed, followed by the public key that belongs to it. */
const KEY_BYTES = 32;

/** What PKCS #8 puts in front of the seed. */
const PKCS8 = Uint8Array.from([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]);

/** Whether a text is a private key: `whsk_` and base64 of a seed, with or without its public key. */
export const isPrivateKey = (text: string): boolean => seedOf(text) !== null;

const seedOf = (text: string): Uint8Array | null => {
  const bytes = decodedKey("whsk_", text);
  return bytes?.length === KEY_BYTES || bytes?.length === 2 * KEY_BYTES ? bytes.subarray(0, KEY_BYTES) : null;
};

const imported = (seed: Uint8Array): Promise<CryptoKey> =>
  subtle.importKey("pkcs8", new Uint8Array([...PKCS8, ...seed]), "Ed25519", true, ["sign"]);

/** The private key of a seed: `whsk_` and base64 of the seed and its public key. */
export async function privateKeyOf(seed: Uint8Array): Promise<string> {
  const { x } = (await subtle.exportKey("jwk", await imported(seed))) as JsonWebKey;
  const point = atob(x!.replaceAll("-", "+").replaceAll("_", "/"));
  return `whsk_${base64(Uint8Array.from([...seed, ...Array.from(point, (one) => one.charCodeAt(0))]))}`;
}

/** A given private key with the public key that belongs to it. */
export async function completedKey(privateKey: string): Promise<string> {
  const seed = seedOf(privateKey);
  if (seed === null) throw new Error("a webhook's private key is not one");
  return privateKeyOf(seed);
}

/** The public key of a complete private key: `whpk_` and base64 of 32 bytes. */
export const publicKeyOf = (privateKey: string): string =>
  `whpk_${base64(decodedKey("whsk_", privateKey)!.subarray(KEY_BYTES))}`;

/** The `v1a` signature of a text (Standard Webhooks). */
export async function asymmetricSignature(privateKey: string, signed: string): Promise<string> {
  const key = await imported(seedOf(privateKey)!);
  const signature = await subtle.sign("Ed25519", key, new TextEncoder().encode(signed));
  return `v1a,${base64(new Uint8Array(signature))}`;
}
