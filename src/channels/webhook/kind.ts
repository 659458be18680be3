import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import type { Addresses } from "../../core/public-url.ts";
import type { ChannelKind, OutboundAnswer, OutboundRequest, Outcome, Reporting, Sending } from "../kind.ts";
import { passing } from "../outcomes.ts";
import { maskedUrl, urlSetting } from "../url-setting.ts";
import {
  asymmetricSignature,
  base64,
  completedKey,
  isPrivateKey,
  privateKeyOf,
  publicKeyOf,
  secretBytes,
  secretOf,
} from "./secret.ts";
import { jsonHeaders } from "../headers.ts";
import { bodyOf, digestBody } from "./body.ts";

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

/** A signed request (Standard Webhooks 1.0) for one event. Each attempt has the same id and a new signature. */
function render(sending: Sending<WebhookSettings>): OutboundRequest {
  const [item, ...rest] = sending.message.items;
  if (item === undefined || rest.length > 0) throw new Error("a webhook tells one event at a time");
  return signed(sending, bodyOf(item.event));
}

/** The same for a digest, as data. */
const report = (reporting: Reporting<WebhookSettings>): OutboundRequest =>
  signed(reporting, digestBody(reporting.data, reporting.writtenAt));

/** What signatures cover. */
const signedText = (id: string, seconds: number | string, body: string): string => `${id}.${seconds}.${body}`;

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

function signed(
  { settings, deliveryId, at }: Pick<Sending<WebhookSettings>, "settings" | "deliveryId" | "at">,
  body: string,
): OutboundRequest {
  const seconds = Math.floor(at / 1000);
  return {
    method: "POST",
    url: settings.url,
    headers: {
      ...jsonHeaders,
      "webhook-id": deliveryId,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature(secretsOf(settings), deliveryId, seconds, body),
    },
    body,
  };
}

/** Adds the signature by private key, which receivers check with the public key alone. */
async function withKeySignature(request: OutboundRequest, { privateKey }: WebhookSettings): Promise<OutboundRequest> {
  if (privateKey === undefined) return request;
  const { headers, body } = request;
  const text = signedText(headers["webhook-id"]!, headers["webhook-timestamp"]!, body);
  const own = await asymmetricSignature(privateKey, text);
  return { ...request, headers: { ...headers, "webhook-signature": `${headers["webhook-signature"]} ${own}` } };
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
  named: "Webhook",
  where: "the address of a program of yours that takes POST requests",
  labels: { url: "URL", secret: "Signing secret" },
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
  recognizes: (_, local) => local,
  secret: /whs(?:ec|k)_[\w+/=]+/,
  settings: webhookSettings,
  async complete(settings, random) {
    const secret = settings.secret ?? secretOf(random.subarray(0, 32));
    const privateKey = await (settings.privateKey === undefined
      ? privateKeyOf(random.subarray(32, 64))
      : completedKey(settings.privateKey));
    return { settings: { ...settings, secret, privateKey }, made: settings.secret === undefined ? { secret } : {} };
  },
  rotate: rotated,
  current,
  sign: withKeySignature,
  destination: ({ url }) => url,
  shared: ["secret", "previousSecret", "previousSecretUntil"],
  mask: maskedSettings,
  edits: false,
  groups: false,
  pictures: "none",
  render,
  report,
  judge,
};
