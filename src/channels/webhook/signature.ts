import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64, secretBytes } from "./secret.ts";

/** What signatures cover. */
export const signedText = (id: string, seconds: number | string, body: string): string => `${id}.${seconds}.${body}`;

/** The `webhook-signature` of a body: one `v1,` signature per secret, so that both are valid while a key rotates. */
export function signature(secrets: string[], id: string, seconds: number, body: string): string {
  const signed = new TextEncoder().encode(signedText(id, seconds, body));
  return secrets.map((secret) => `v1,${base64(hmac(sha256, keyOf(secret), signed))}`).join(" ");
}

function keyOf(secret: string): Uint8Array {
  const key = secretBytes(secret);
  if (key === null) throw new Error("a webhook's secret is not one");
  return key;
}
