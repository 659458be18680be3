import { base64, decodedKey } from "./secret.ts";

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
