/** `String.fromCharCode` takes only so many arguments. */
const CHUNK = 8192;

/** Bytes as base64 (RFC 4648, with padding). */
export function toBase64(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += CHUNK) text += String.fromCharCode(...data.subarray(at, at + CHUNK));
  return btoa(text);
}

/** The bytes of base64. Throws if it is malformed. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
