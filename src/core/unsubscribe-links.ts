import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base32 } from "./ids.ts";

/** A link that one of the keys has signed. */
export interface SignedLink {
  channelId: string;
  /** Whether it was made for this recipient; null if it was made for all recipients of the channel. */
  isFor: ((recipient: string) => boolean) | null;
}

/** Links by which recipients of a channel unsubscribe. They name no address, and are good for nothing else. */
export interface UnsubscribeLinks {
  /** The link for all recipients of a channel (null), or for one of them; null if there is no public address. */
  to(channelId: string, recipient: string | null): string | null;
  /** Reads the last part of a link's path; null if it was not signed here. */
  read(text: string): SignedLink | null;
}

/** The path of the page, and of the links. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/** 130 bits. */
const SIGNATURE_BYTES = 26;
const KEY_BYTES = 32;

const LINK = /^([\w-]{1,64})\.([0-9a-z]{26})?\.([0-9a-z]{26})$/;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const signed = (key: Uint8Array, ...parts: string[]): string =>
  base32(hmac(sha256, key, bytes(JSON.stringify(parts))).subarray(0, SIGNATURE_BYTES));

/** Compares two texts of the same length in constant time. */
const equal = (one: string, other: string): boolean =>
  bytes(one).reduce((difference, byte, at) => difference | (byte ^ other.charCodeAt(at)), 0) === 0;

/** Addresses differ only in case if they are the same mailbox. */
const tagOf = (key: Uint8Array, channelId: string, recipient: string): string =>
  signed(key, "recipient", channelId, recipient.toLowerCase());

const signatureOf = (key: Uint8Array, channelId: string, tag: string): string => signed(key, "link", channelId, tag);

/** Makes and reads links with the encryption keys. The first one signs, and each one that is still configured is accepted. */
export function unsubscribeLinks(encryptionKeys: Uint8Array[], publicUrl: string | null): UnsubscribeLinks {
  // Derived on first use: most invocations need none.
  const derived = new Map<Uint8Array, Uint8Array>();
  const keyFrom = (key: Uint8Array): Uint8Array => {
    const known = derived.get(key) ?? hkdf(sha256, key, bytes("tallylight"), bytes("unsubscribe links"), KEY_BYTES);
    derived.set(key, known);
    return known;
  };
  return {
    to(channelId, recipient) {
      if (publicUrl === null) return null;
      const key = keyFrom(encryptionKeys[0]!);
      const tag = recipient === null ? "" : tagOf(key, channelId, recipient);
      return `${publicUrl}${UNSUBSCRIBE_PATH}/${channelId}.${tag}.${signatureOf(key, channelId, tag)}`;
    },
    read(text) {
      const [, channelId, tag = "", signature] = LINK.exec(text) ?? [];
      if (channelId === undefined) return null;
      const key = encryptionKeys.map(keyFrom).find((one) => equal(signatureOf(one, channelId, tag), signature!));
      if (key === undefined) return null;
      return { channelId, isFor: tag === "" ? null : (recipient) => equal(tagOf(key, channelId, recipient), tag) };
    },
  };
}
