import { hexToBytes } from "@noble/hashes/utils.js";

/** How old a signed request may be, and how far its clock may be ahead. */
const SKEW_MS = 300_000;

const encoder = new TextEncoder();

/** The bytes of a hexadecimal text of exactly `length` bytes; null for any other text. */
const fromHex = (text: string, length: number): Uint8Array<ArrayBuffer> | null =>
  text.length === 2 * length && /^[0-9a-f]*$/i.test(text) ? new Uint8Array(hexToBytes(text)) : null;

/** The message that is signed: parts before the raw body, whose bytes stay as they came. */
function joined(before: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(before);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

/** Reports whether a timestamp in seconds is a plain number within five minutes of `now` (wall clock, epoch ms). */
const isCurrent = (seconds: string, now: number): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now) <= SKEW_MS;

/** What a signed request carries besides its body. */
export interface Signed {
  timestamp: string | null;
  signature: string | null;
  body: Uint8Array;
}

/** Checks Discord's Ed25519 signature over timestamp and raw body. `publicKey` is hexadecimal. */
export async function isFromDiscord({ timestamp, signature, body }: Signed, publicKey: string, now: number) {
  const [key, signed] = [fromHex(publicKey, 32), fromHex(signature ?? "", 64)];
  if (key === null || signed === null || timestamp === null || !isCurrent(timestamp, now)) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signed, joined(timestamp, body));
  } catch {
    // A key that is no point of the curve verifies nothing.
    return false;
  }
}

/** Checks Slack's `v0` signature: HMAC-SHA256 over version, timestamp and raw body. */
export async function isFromSlack({ timestamp, signature, body }: Signed, secret: string, now: number) {
  const signed = fromHex(/^v0=([0-9a-f]{64})$/.exec(signature ?? "")?.[1] ?? "", 32);
  if (signed === null || timestamp === null || !isCurrent(timestamp, now)) return false;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signed, joined(`v0:${timestamp}:`, body));
}
