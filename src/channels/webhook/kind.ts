import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import type { Addresses } from "../../core/public-url.ts";
import type { ChannelKind, OutboundAnswer, OutboundRequest, Outcome, Reporting, Sending } from "../kind.ts";
import { maskedUrl, urlSetting } from "../url-setting.ts";
import { bodyOf, digestBody } from "./body.ts";
import { jsonHeaders } from "../outbound.ts";
import { passing } from "../outcome.ts";

/**
 * Settings of a signed webhook. Missing keys are generated before the channel is stored; one from before there were key
 * pairs has none until its settings change. With a `previousSecret`, messages have both signatures until
 * `previousSecretUntil`, so that receivers can switch later; without that, until the next change.
 */
interface WebhookSettings {
  url: string;
  secret?: string | undefined;
  previousSecret?: string | undefined;
  /** ISO 8601. */
  previousSecretUntil?: string | undefined;
  privateKey?: string | undefined;
}

/** How long the previous secret signs. */
const OVERLAP_MS = DAY_MS;

const PREFIX = "whsec_";

/** Decodes a prefix and base64 of 24 to 64 bytes; null if malformed. */
function decodedKey(prefix: string, text: string): Uint8Array<ArrayBuffer> | null {
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : "";
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const binary = atob(encoded);
  if (btoa(binary) !== encoded || binary.length < 24 || binary.length > 64) return null;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Decodes a secret (`whsec_` and base64 of 24 to 64 bytes); null if malformed. */
export const secretBytes = (secret: string): Uint8Array<ArrayBuffer> | null => decodedKey(PREFIX, secret);

/** Encodes bytes as a secret. */
export const secretOf = (bytes: Uint8Array): string => PREFIX + base64(bytes);

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

// oxlint-disable-next-line eslint/no-restricted-globals -- signatures need no randomness
const { subtle } = crypto;

/** Ed25519: a private key is a seed, followed by the public key that belongs to it. */
const KEY_BYTES = 32;

/** What PKCS #8 puts in front of the seed. */
const PKCS8 = Uint8Array.from([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]);

/** Whether a text is a private key: `whsk_` and base64 of a seed, with or without its public key. */
const isPrivateKey = (text: string): boolean => seedOf(text) !== null;

const seedOf = (text: string): Uint8Array | null => {
  const bytes = decodedKey("whsk_", text);
  return bytes?.length === KEY_BYTES || bytes?.length === 2 * KEY_BYTES ? bytes.subarray(0, KEY_BYTES) : null;
};

const imported = (seed: Uint8Array): Promise<CryptoKey> =>
  subtle.importKey("pkcs8", new Uint8Array([...PKCS8, ...seed]), "Ed25519", true, ["sign"]);

/** The private key of a seed: `whsk_` and base64 of the seed and its public key. */
async function privateKeyOf(seed: Uint8Array): Promise<string> {
  const { x } = (await subtle.exportKey("jwk", await imported(seed))) as JsonWebKey;
  const point = atob(x!.replaceAll("-", "+").replaceAll("_", "/"));
  return `whsk_${base64(Uint8Array.from([...seed, ...Array.from(point, (one) => one.charCodeAt(0))]))}`;
}

/** A given private key with the public key that belongs to it. */
async function completedKey(privateKey: string): Promise<string> {
  const seed = seedOf(privateKey);
  if (seed === null) throw new Error("a webhook's private key is not one");
  return privateKeyOf(seed);
}

/** The public key of a complete private key: `whpk_` and base64 of 32 bytes. */
const publicKeyOf = (privateKey: string): string =>
  `whpk_${base64(decodedKey("whsk_", privateKey)!.subarray(KEY_BYTES))}`;

/** The keys that sign: of the secrets, newest first, and the private key's. */
interface SigningKeys {
  secrets: CryptoKey[];
  own: CryptoKey | null;
}

/** By settings, because a run sends a channel many messages. */
const importedKeys = new WeakMap<WebhookSettings, Promise<SigningKeys>>();

function signingKeys(settings: WebhookSettings): Promise<SigningKeys> {
  const keys = importedKeys.get(settings) ?? importKeys(settings);
  importedKeys.set(settings, keys);
  return keys;
}

async function importKeys(settings: WebhookSettings): Promise<SigningKeys> {
  const { privateKey } = settings;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return {
    secrets: await Promise.all(
      secretsOf(settings).map((secret) => subtle.importKey("raw", keyOf(secret), hmac, false, ["sign"])),
    ),
    own: privateKey === undefined ? null : await imported(seedOf(privateKey)!),
  };
}

const secret = () =>
  z.string().refine((text) => secretBytes(text) !== null, "must be whsec_ and the base64 of 24 to 64 bytes");

const webhookSettings = (addresses: Addresses): z.ZodType<WebhookSettings> =>
  z.strictObject({
    url: urlSetting(addresses, { refusal: () => null }).describe(
      "The address to post messages to: https with a public host name.",
    ),
    secret: secret()
      .optional()
      .describe("The signing secret: `whsec_` and base64 of 24 to 64 bytes. Generated if left out."),
    previousSecret: secret()
      .optional()
      .describe("The previous secret, which also signs messages for 24 hours after a change, or until set to null."),
    previousSecretUntil: z.iso
      .datetime({ precision: 3 })
      .optional()
      .describe("When the previous secret stops signing. Default: 24 hours after the change."),
    privateKey: z
      .string()
      .refine(isPrivateKey, "must be whsk_ and the base64 of 32 or 64 bytes")
      .optional()
      .describe(
        "The Ed25519 key that signs messages as `v1a`: `whsk_` and base64 of its seed, also followed by the public key. Generated if left out. Answers have the public key only, as `publicKey`.",
      ),
  });

/** The settings as they may be shown. */
const maskedSettings = ({ url, secret: newest, privateKey, ...previous }: WebhookSettings) => ({
  url: maskedUrl(url),
  ...(newest === undefined ? {} : { secret: "whsec_…" }),
  ...(previous.previousSecret === undefined ? {} : { previousSecret: "whsec_…" }),
  ...(previous.previousSecretUntil === undefined ? {} : { previousSecretUntil: previous.previousSecretUntil }),
  ...(privateKey === undefined ? {} : { publicKey: publicKeyOf(privateKey) }),
});

/** Keeps the old secret for a day when the secret changes at `now`, unless another one is given. */
function rotated(before: WebhookSettings, after: WebhookSettings, now: number): WebhookSettings {
  const provided = after.previousSecret !== undefined && after.previousSecret !== before.previousSecret;
  const changed = before.secret !== undefined && before.secret !== after.secret;
  if (!provided && !changed) return current(after, now);
  const { previousSecretUntil, ...rest } = after;
  const until = previousSecretUntil === before.previousSecretUntil ? iso(now + OVERLAP_MS) : previousSecretUntil;
  const previousSecret = provided ? after.previousSecret : before.secret;
  return { ...rest, previousSecret, previousSecretUntil: until ?? iso(now + OVERLAP_MS) };
}

/** The settings that apply at `now`: without a previous secret whose time is over, or a time without a secret. */
function current(settings: WebhookSettings, now: number): WebhookSettings {
  const { previousSecret, previousSecretUntil, ...rest } = settings;
  if (previousSecretUntil === undefined) return settings;
  return previousSecret === undefined || previousSecretUntil <= iso(now) ? rest : settings;
}

/** The secrets that sign, newest first. */
function secretsOf({ secret: newest, previousSecret }: WebhookSettings): string[] {
  if (newest === undefined) throw new Error("a stored webhook has a secret");
  return previousSecret === undefined || previousSecret === newest ? [newest] : [newest, previousSecret];
}

/** A request (Standard Webhooks 1.0) for one event. Each attempt has the same id and a new signature. */
function render(sending: Sending<WebhookSettings>): OutboundRequest {
  const [item, ...rest] = sending.message.items;
  if (item === undefined || rest.length > 0) throw new Error("a webhook tells one event at a time");
  return unsigned(sending, bodyOf(item.event));
}

/** The same for a digest, as data. */
const report = (reporting: Reporting<WebhookSettings>): OutboundRequest =>
  unsigned(reporting, digestBody(reporting.data, reporting.writtenAt));

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secretBytes(secret);
  if (key === null) throw new Error("a webhook's secret is not one");
  return key;
}

function unsigned(
  { settings, deliveryId, at }: Pick<Sending<WebhookSettings>, "settings" | "deliveryId" | "at">,
  body: string,
): OutboundRequest {
  const seconds = Math.floor(at / 1000);
  return {
    method: "POST",
    url: settings.url,
    headers: { ...jsonHeaders, "webhook-id": deliveryId, "webhook-timestamp": String(seconds) },
    body,
  };
}

/**
 * Adds the signatures: one `v1` per secret, so that both are valid while a secret rotates, and the `v1a` of the private
 * key, which receivers check with the public key alone.
 */
async function signed(request: OutboundRequest, settings: WebhookSettings): Promise<OutboundRequest> {
  const { headers, body } = request;
  const text = new TextEncoder().encode(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const { secrets, own } = await signingKeys(settings);
  const made = async (version: string, algorithm: string, key: CryptoKey) =>
    `${version},${base64(new Uint8Array(await subtle.sign(algorithm, key, text)))}`;
  const signatures = await Promise.all([
    ...secrets.map((key) => made("v1", "HMAC", key)),
    ...(own === null ? [] : [made("v1a", "Ed25519", own)]),
  ]);
  return { ...request, headers: { ...headers, "webhook-signature": signatures.join(" ") } };
}

/** Judges a receiver's answer: 2xx accepts, 410 unsubscribes, anything else may be temporary. */
export function judge(answer: OutboundAnswer): Outcome {
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return { kind: "sent", ref: null, pauseSeconds: 0 };
  if (status === 410) return { kind: "gone", reason: "the receiver wants no more messages (410)" };
  return passing(answer);
}

/** A signed webhook for programs, with one request per event. */
export const webhook: ChannelKind<WebhookSettings> = {
  kind: "webhook",
  title: "Signed webhook",
  page: {
    about: "Your own program",
    named: "Webhook",
    where: "the address of your program, which takes POST requests",
    labels: { url: "URL", secret: "Signing secret" },
    fields: {
      url: { hint: "The address of your program. Never shown again." },
      secret: { hint: "Leave it empty: one is made and shown once." },
    },
  },
  example: {
    settings: {
      url: "https://hooks.example.com/in/ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
      previousSecret: "whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=",
      privateKey: "whsk_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQn9FyQ4WqDHW2T7eM1gL6HZkf3r92sTxY7XAurINen2GA==",
    },
    secrets: [
      "ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
      "whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=",
      "whsk_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQn9FyQ4WqDHW2T7eM1gL6HZkf3r92sTxY7XAurINen2GA==",
    ],
    took: { status: 204, body: "" },
  },
  pasted: { recognizes: (_, local) => local },
  secret: /whs(?:ec|k)_[\w+/=]+/,
  settings: webhookSettings,
  signing: {
    async complete(settings, random) {
      const secret = settings.secret ?? secretOf(random.subarray(0, 32));
      const privateKey = await (settings.privateKey === undefined
        ? privateKeyOf(random.subarray(32, 64))
        : completedKey(settings.privateKey));
      return { settings: { ...settings, secret, privateKey }, made: settings.secret === undefined ? { secret } : {} };
    },
    rotate: rotated,
    current,
    sign: signed,
  },
  destination: ({ url }) => url,
  shared: { names: ["secret", "previousSecret", "previousSecretUntil"] },
  mask: maskedSettings,
  groups: false,
  pictures: "none",
  render,
  report,
  judge,
};
