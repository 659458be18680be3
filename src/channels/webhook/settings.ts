import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import type { Addresses } from "../../core/public-url.ts";
import { maskedUrl, urlSetting } from "../url-setting.ts";
import { isPrivateKey, publicKeyOf } from "./key-pair.ts";
import { secretBytes } from "./secret.ts";

/**
 * Settings of a signed webhook. Missing keys are generated before the channel is stored; one from before there were key
 * pairs has none until its settings change. With a `previousSecret`, messages have both signatures until
 * `previousSecretUntil`, so that receivers can switch later; without that, until the next change.
 */
export interface WebhookSettings {
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

export const webhookSettings = (addresses: Addresses): z.ZodType<WebhookSettings> =>
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
export const maskedSettings = ({ url, secret: newest, privateKey, ...previous }: WebhookSettings) => ({
  url: maskedUrl(url),
  ...(newest === undefined ? {} : { secret: "whsec_…" }),
  ...(previous.previousSecret === undefined ? {} : { previousSecret: "whsec_…" }),
  ...(previous.previousSecretUntil === undefined ? {} : { previousSecretUntil: previous.previousSecretUntil }),
  ...(privateKey === undefined ? {} : { publicKey: publicKeyOf(privateKey) }),
});

/** Keeps the old secret for a day when the secret changes at `now`, unless another one is given. */
export function rotated(before: WebhookSettings, after: WebhookSettings, now: number): WebhookSettings {
  const provided = after.previousSecret !== undefined && after.previousSecret !== before.previousSecret;
  const changed = before.secret !== undefined && before.secret !== after.secret;
  if (!provided && !changed) return current(after, now);
  const { previousSecretUntil, ...rest } = after;
  const until = previousSecretUntil === before.previousSecretUntil ? iso(now + OVERLAP_MS) : previousSecretUntil;
  const previousSecret = provided ? after.previousSecret : before.secret;
  return { ...rest, previousSecret, previousSecretUntil: until ?? iso(now + OVERLAP_MS) };
}

/** The settings that apply at `now`: without a previous secret whose time is over, or a time without a secret. */
export function current(settings: WebhookSettings, now: number): WebhookSettings {
  const { previousSecret, previousSecretUntil, ...rest } = settings;
  if (previousSecretUntil === undefined) return settings;
  return previousSecret === undefined || previousSecretUntil <= iso(now) ? rest : settings;
}

/** The secrets that sign, newest first. */
export function secretsOf({ secret: newest, previousSecret }: WebhookSettings): string[] {
  if (newest === undefined) throw new Error("a stored webhook has a secret");
  return previousSecret === undefined || previousSecret === newest ? [newest] : [newest, previousSecret];
}
