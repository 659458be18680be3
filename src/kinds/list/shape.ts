import * as z from "zod";
import { doubtedSince, unreadableSince, values } from "../snapshot-fields.ts";

/** The shape of `showItems`. */
export const snapshot = () =>
  z.strictObject({
    items: z
      .array(
        z.strictObject({
          itemId: z.string().describe("The item's ID."),
          fields: values(),
          unreadableSince: unreadableSince(),
        }),
      )
      .describe("The newest items, up to 500."),
    count: z.int().describe("Number of known items that are listed."),
    complete: z.boolean().describe("Whether the list has no other items."),
    doubtedSince: doubtedSince(),
  });

export type ListSnapshot = z.output<ReturnType<typeof snapshot>>;
