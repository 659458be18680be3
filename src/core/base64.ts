/** `String.fromCharCode` takes only so many arguments. */
const CHUNK = 8192;

/** Bytes as base64 (RFC 4648, with padding). */
export function toBase64(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += CHUNK) text += String.fromCharCode(...data.subarray(at, at + CHUNK));
  return btoa(text);
}
