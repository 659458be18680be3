import * as z from "zod";
import type { Addresses } from "../../core/public-url.ts";
import { tokenSetting } from "../token-setting.ts";
import { urlSetting } from "../url-setting.ts";

/** In ntfy's order, from 1. */
export const PRIORITIES = ["min", "low", "default", "high", "max"] as const;

/** Settings of ntfy. Anyone who knows a topic of a public server can read it, so it is as secret as a password. */
export interface NtfySettings {
  topic: string;
  url?: string | undefined;
  token?: string | undefined;
  priority?: (typeof PRIORITIES)[number] | undefined;
}

export const ntfySettings = (addresses: Addresses): z.ZodType<NtfySettings> =>
  z.strictObject({
    topic: z
      .string()
      .regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -")
      .describe("The topic. On a public server, anyone who knows it can read the messages. Write-only."),
    url: urlSetting(addresses, { refusal: () => null })
      .optional()
      .describe("The server. Default: https://ntfy.sh."),
    token: tokenSetting().optional().describe("An access token (`tk_…`), if the topic requires one. Write-only."),
    priority: z.enum(PRIORITIES).optional().describe("The priority of messages. Default: `default`."),
  });
