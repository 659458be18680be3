import * as z from "zod";
import { urlSetting } from "../url-setting.ts";
import { secretBytes } from "./secret.ts";

/** A secret that a person leaves out is made before the channel is stored. */
export interface WebhookSettings {
  url: string;
  secret?: string | undefined;
}

export const webhookSettings = (local: boolean): z.ZodType<WebhookSettings> =>
  z.strictObject({
    url: urlSetting(local, () => null),
    secret: z
      .string()
      .refine((text) => secretBytes(text) !== null, "must be whsec_ and the base64 of 24 to 64 bytes")
      .optional(),
  });
