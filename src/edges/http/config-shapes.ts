import * as z from "zod";

const listed = z.array(z.looseObject({ id: z.string() }));

/** The document as it is exported. */
export const configShape = z
  .strictObject({
    version: z.literal(1),
    watchlists: listed,
    targets: listed,
    channels: listed,
    subscriptions: listed,
    digests: listed,
    silences: listed,
  })
  .meta({ id: "Configuration" });

/** What an apply did, or would do. */
export const appliedShape = z
  .strictObject({
    dryRun: z.boolean(),
    changes: z.array(
      z.strictObject({
        action: z.enum(["create", "change", "delete"]),
        type: z.enum(["watchlist", "target", "channel", "subscription", "digest", "silence"]),
        id: z.string().nullable(),
        name: z.string(),
        fields: z.array(z.string()).optional(),
      }),
    ),
    unchanged: z.int(),
    made: z.array(z.looseObject({ channelId: z.string() })),
  })
  .meta({ id: "Applied" });
