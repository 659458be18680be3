import { fromBase64, toBase64 } from "../core/base64.ts";
import type { Json } from "../core/json.ts";

/** Encrypts secrets with AES-256-GCM, bound to their place: a ciphertext moved to another row cannot be decrypted. */
export interface Vault {
  /** Encrypts the JSON of a value as `kid.iv.ciphertext`. `place` is table/row/column. */
  seal(value: Json, place: string): Promise<string>;
  /** Decrypts a value; null if no key opens it at this place or it is not a ciphertext. Never throws. */
  open(sealed: string, place: string): Promise<Json>;
  /** True if it was encrypted with the first key, so there is nothing to renew. */
  fresh(sealed: string): boolean;
  /** True if its key is available. Only `open` tells whether it can be decrypted. */
  knows(sealed: string): boolean;
}

/** Creates a vault with keys by id, 32 bytes each. The first key encrypts. */
export function openVault(keys: [kid: string, key: Uint8Array][]): Vault {
  const imported = new Map(
    keys.map(([kid, key]) => [
      kid,
      crypto.subtle.importKey("raw", key as Uint8Array<ArrayBuffer>, "AES-GCM", false, ["encrypt", "decrypt"]),
    ]),
  );
  const first = keys[0]![0];
  return {
    async seal(value, place) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const key = await imported.get(first)!;
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bytes(place) }, key, plain);
      return `${first}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
    },
    fresh: (sealed) => sealed.startsWith(`${first}.`),
    knows: (sealed) => imported.has(keyIdOf(sealed) ?? ""),
    async open(sealed, place) {
      const [kid, iv, cipher] = sealed.split(".");
      const key = await imported.get(kid ?? "");
      if (key === undefined || iv === undefined || cipher === undefined) return null;
      try {
        const algorithm = { name: "AES-GCM", iv: fromBase64(iv), additionalData: bytes(place) };
        const plain = await crypto.subtle.decrypt(algorithm, key, fromBase64(cipher));
        return JSON.parse(new TextDecoder().decode(plain)) as Json;
      } catch {
        return null;
      }
    },
  };
}

/** The id of the key that encrypted it; null if it is not a ciphertext. */
export const keyIdOf = (sealed: string): string | null => /^([\w-]{1,32})\./.exec(sealed)?.[1] ?? null;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
