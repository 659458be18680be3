import type { webhooks } from "./api.ts";

type Posted<Hook> = Hook extends { post: { requestBody: { content: { "application/json": infer Message } } } }
  ? Message
  : never;

/** A scheduled summary. */
export interface DigestMessage {
  type: "digest";
  timestamp: string;
  data: Record<string, unknown>;
}

/** The body of a webhook: an event of one of the types, or a digest. */
export type WebhookMessage = Posted<webhooks[keyof webhooks]> | DigestMessage;

/** What a received request is checked with. */
export interface Verification {
  /** The headers of the request, as Node or `fetch` have them. */
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** The body exactly as it was received. */
  body: string | Uint8Array;
  /** The channel's `secret` (`whsec_…`); several while it changes. Either this or `publicKey`. */
  secret?: string | readonly string[];
  /** The channel's `publicKey` (`whpk_…`), which can verify and not sign; several while it changes. */
  publicKey?: string | readonly string[];
  /** How far its timestamp may be from now, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** Now as epoch ms; for tests. */
  now?: number;
}

/** Why a request is not accepted: answer it with 401. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly reason: "headers" | "timestamp" | "signature" | "body";

  constructor(reason: WebhookError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const TOLERANCE_SECONDS = 300;

/** Signatures of one header that are looked at. */
const MOST_SIGNATURES = 20;

/**
 * Checks signature and age of a webhook (Standard Webhooks), and reads its message. The `webhook-id` is the same for
 * each attempt, so that a message that arrives twice can be recognized. Throws WebhookError if the request is not accepted,
 * and a TypeError for a key that is none.
 */
export async function verifyWebhook(
  requested: Verification,
): Promise<{ id: string; sentAt: Date; message: WebhookMessage }> {
  const { body, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = requested;
  const keys = await keysOf(requested);
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(requested.headers, name),
  ) as [string, string, string];
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (Number.isNaN(seconds)) throw new WebhookError("headers", "webhook-timestamp is no Unix time");
  if (Math.abs(now / 1000 - seconds) > toleranceSeconds)
    throw new WebhookError("timestamp", `webhook-timestamp is more than ${toleranceSeconds} seconds from now`);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  if (!(await isSigned(signed, signatures, keys))) throw new WebhookError("signature", "no signature is valid");
  return { id, sentAt: new Date(seconds * 1000), message: parsed(bytes) };
}

function headerOf(headers: Verification["headers"], name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  if (typeof found !== "string" || found === "") throw new WebhookError("headers", `${name} is missing`);
  return found;
}

interface Key {
  version: "v1" | "v1a";
  algorithm: "HMAC" | "Ed25519";
  key: CryptoKey;
}

async function keysOf({ secret = [], publicKey = [] }: Verification): Promise<Key[]> {
  const { subtle } = crypto;
  const all = await Promise.all([
    ...[secret].flat().map(async (text): Promise<Key> => {
      const hmac = { name: "HMAC", hash: "SHA-256" };
      const key = await subtle.importKey("raw", bytesOf(text, "whsec_"), hmac, false, ["verify"]);
      return { version: "v1", algorithm: "HMAC", key };
    }),
    ...[publicKey].flat().map(async (text): Promise<Key> => {
      const key = await subtle.importKey("raw", bytesOf(text, "whpk_"), "Ed25519", false, ["verify"]);
      return { version: "v1a", algorithm: "Ed25519", key };
    }),
  ]);
  if (all.length === 0) throw new TypeError("verifyWebhook needs a secret or a publicKey");
  return all;
}

/** The bytes of a key. Throws a TypeError that doesn't repeat it. */
function bytesOf(text: string, prefix: string): Uint8Array<ArrayBuffer> {
  const decoded = text.startsWith(prefix) ? fromBase64(text.slice(prefix.length)) : null;
  if (decoded === null || decoded.length === 0) throw new TypeError(`a key must be ${prefix} and base64`);
  return decoded;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, keys: Key[]): Promise<boolean> {
  for (const one of signatures.split(" ").slice(0, MOST_SIGNATURES)) {
    const comma = one.indexOf(",");
    const signature = fromBase64(one.slice(comma + 1));
    if (comma < 0 || signature === null) continue;
    for (const { version, algorithm, key } of keys)
      if (one.slice(0, comma) === version && (await crypto.subtle.verify(algorithm, key, signature, signed)))
        return true;
  }
  return false;
}

function parsed(bytes: Uint8Array): WebhookMessage {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as WebhookMessage;
  } catch {
    throw new WebhookError("body", "the body is not JSON");
  }
}
