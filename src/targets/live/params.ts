import * as z from "zod";

const digits = z
  .string()
  .regex(/^\d{1,32}$/, "must be 1 to 32 digits")
  .refine((text) => !/^0+$/.test(text), "must not be zero");

/** A room id is one broadcast; a user id is the creator. With only a room id, the end can be told, never the next start. */
export const liveParams = z
  .strictObject({
    userId: digits.optional().describe("The creator's id, digits: needed to find the next start."),
    roomId: digits.optional().describe("The id of one broadcast, digits."),
    handle: z
      .string()
      .regex(/^@?[A-Za-z0-9._-]{1,64}$/, "must be a handle: letters, digits, '.', '_' and '-'")
      .transform((text) => text.replace(/^@/, ""))
      .optional()
      .describe("The creator's handle, for links: `maria` or `@maria`."),
  })
  .refine((params) => params.userId !== undefined || params.roomId !== undefined, {
    message: "needs userId or roomId",
    path: ["userId"],
  });

export const liveSettings = z.strictObject({
  confirmOn: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe("Polls in a row that see it on until it has started: 1 to 10. Default: 1."),
  confirmOff: z
    .int()
    .min(1)
    .max(10)
    .default(2)
    .describe("Polls in a row that see it off until it has ended: 1 to 10. Default: 2."),
  graceSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(180)
    .describe("Seconds since it was last on until it has ended; a return within is the same session. Default: 180."),
  infoSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(600)
    .describe(
      "Seconds on air after which viewers, title and pictures are asked for again (`live.info`, `user.info`); 0: at the start alone. Default: 600.",
    ),
});

export type LiveParams = z.infer<typeof liveParams>;
export type LiveSettings = z.infer<typeof liveSettings>;
