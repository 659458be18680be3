import * as z from "zod";
import type { JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { idDigits } from "../id-digits.ts";

const digits = () => idDigits().refine((text) => !/^0+$/.test(text), "must not be zero");

const HANDLE = /^[A-Za-z0-9._-]{1,64}$/;

/** The handle in a profile address such as `https://…/@maria`; null if there is none. */
export const handleIn = (address: string): string | null =>
  /^\s*https?:\/\/[^/\s]+\/@([A-Za-z0-9._-]{1,64})(?:[/?#]|\s*$)/.exec(address)?.[1] ?? null;

/**
 * A user id identifies a creator, a room id a single stream. With only a room id, the end is found, but never the next
 * start.
 */
export const liveParams = lazy(() =>
  z
    .strictObject({
      userId: digits().optional().describe("The creator's ID, digits. Needed to detect the next start."),
      roomId: digits().optional().describe("The room ID of one stream, digits."),
      handle: z
        .string()
        .transform((text) => handleIn(text) ?? text.trim().replace(/^@/, ""))
        .pipe(z.string().regex(HANDLE, "must be a handle: letters, digits, '.', '_' and '-'"))
        .optional()
        .describe(
          "The creator's handle: `maria`, `@maria` or the profile's address. If `user.resolve` is configured, the handle alone is enough: it is looked up and stored as `userId`.",
        ),
      url: z
        .url({ protocol: /^https$/, error: "must be an https address" })
        .max(500)
        .optional()
        .describe(
          "The address of the creator's profile, instead of a handle. It is looked up the same way and not stored.",
        ),
    })
    .refine((params) => Object.values(params).some((value) => value !== undefined), {
      message: "needs userId, roomId or handle",
      path: ["userId"],
    }),
);

/** Default settings. */
export const DEFAULTS = {
  confirmOn: 1,
  confirmOff: 2,
  graceSeconds: 180,
  infoSeconds: 600,
};

export const liveSettings = lazy(() =>
  z.strictObject({
    confirmOn: z
      .int()
      .min(1)
      .max(10)
      .default(DEFAULTS.confirmOn)
      .describe("Number of polls in a row that must see it live before it counts as started: 1 to 10. Default: 1."),
    confirmOff: z
      .int()
      .min(1)
      .max(10)
      .default(DEFAULTS.confirmOff)
      .describe("Number of polls in a row that must see it offline before it counts as ended: 1 to 10. Default: 2."),
    graceSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(DEFAULTS.graceSeconds)
      .describe(
        "Time since it was last seen live before it counts as ended, in seconds. A return within this time continues the session. Default: 180.",
      ),
    infoSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(DEFAULTS.infoSeconds)
      .describe(
        "How often to refresh viewers, title and pictures while live (`live.info`, `user.info`), in seconds; 0 means only at the start. Default: 600.",
      ),
  }),
);

export type LiveParams = z.infer<ReturnType<typeof liveParams>>;
export type LiveSettings = z.infer<ReturnType<typeof liveSettings>>;

/** The params that a person means who types a user id, a link or a handle. */
export function paramsNamed(text: string): JsonObject {
  if (/^\d{1,25}$/.test(text)) return { userId: text };
  return /^https?:\/\//i.test(text) ? { url: text } : { handle: text.replace(/^@/, "") };
}
