import * as z from "zod";
import type { Addresses } from "../../core/public-url.ts";
import { urlSetting } from "../url-setting.ts";
import { secretBytes } from "./secret.ts";

/**
 * A secret that a person leaves out is made before the channel is stored. With a `previousSecret` every message is
 * signed with both, so that receivers change keys when it suits them; it stays until the next change or until it is
 * set to null.
 */
export interface WebhookSettings {
  url: string;
  secret?: string | undefined;
  previousSecret?: string | undefined;
}

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
      .describe("The previous secret, which also signs messages until the next change or until set to null."),
  });

/** A changed secret keeps the one before it as `previousSecret`, unless another is given. */
export function rotated(before: WebhookSettings, after: WebhookSettings): WebhookSettings {
  const given = after.previousSecret !== undefined && after.previousSecret !== before.previousSecret;
  if (given || before.secret === undefined || before.secret === after.secret) return after;
  return { ...after, previousSecret: before.secret };
}

/** The secrets that sign, newest first. */
export function secretsOf({ secret: newest, previousSecret }: WebhookSettings): string[] {
  if (newest === undefined) throw new Error("a stored webhook has a secret");
  return previousSecret === undefined || previousSecret === newest ? [newest] : [newest, previousSecret];
}
