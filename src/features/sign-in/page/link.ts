import { base32 } from "../../../core/ids.ts";

/** How long a sign-in link is valid. */
export const LINK_LASTS_MS = 10 * 60_000;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

const HMAC = { name: "HMAC", hash: "SHA-256" };

/** The length of a signature: 130 bits. */
const SIGNATURE_BYTES = 26;

async function signed(adminToken: string, claim: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytes(adminToken), HMAC, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(`sign-in link ${claim}`)));
  return base32(signature.subarray(0, SIGNATURE_BYTES));
}

/**
 * Returns the secret of a link that signs in until `until` (epoch ms), signed with the admin token; `nonce` makes it
 * unique.
 */
export async function makeLink(adminToken: string, until: number, nonce: string): Promise<string> {
  const claim = `${until.toString(36)}-${nonce}`;
  return `${claim}-${await signed(adminToken, claim)}`;
}

/** True for a link that was made with this token and has not expired. Whether it was used is checked elsewhere. */
export async function isLink(link: string, adminToken: string, now: number): Promise<boolean> {
  const [, claim, until, signature] = /^(([0-9a-z]{1,12})-[0-9a-z]{8,64})-([0-9a-z]{26})$/.exec(link) ?? [];
  if (claim === undefined || Number.parseInt(until!, 36) < now) return false;
  const right = await signed(adminToken, claim);
  let difference = 0;
  for (let at = 0; at < right.length; at++) difference |= right.charCodeAt(at) ^ signature!.charCodeAt(at);
  return difference === 0;
}
