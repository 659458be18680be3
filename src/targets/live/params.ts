import * as z from "zod";

const digits = z
  .string()
  .regex(/^\d{1,32}$/, "must be 1 to 32 digits")
  .refine((text) => !/^0+$/.test(text), "must not be zero");

/** A room id is one broadcast; a user id is the creator. With only a room id, the end can be told, never the next start. */
export const liveParams = z
  .strictObject({
    userId: digits.optional(),
    roomId: digits.optional(),
    handle: z
      .string()
      .regex(/^@?[A-Za-z0-9._-]{1,64}$/, "must be a handle: letters, digits, '.', '_' and '-'")
      .transform((text) => text.replace(/^@/, ""))
      .optional(),
  })
  .refine((params) => params.userId !== undefined || params.roomId !== undefined, {
    message: "needs userId or roomId",
    path: ["userId"],
  });

export const liveSettings = z.strictObject({
  confirmOn: z.int().min(1).max(10).default(1),
  confirmOff: z.int().min(1).max(10).default(2),
  graceSeconds: z.int().min(0).max(86_400).default(180),
});

export type LiveParams = z.infer<typeof liveParams>;
export type LiveSettings = z.infer<typeof liveSettings>;
