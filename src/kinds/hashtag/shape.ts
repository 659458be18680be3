import * as z from "zod";
import { count, doubtedSince, unreadableSince } from "../snapshot-fields.ts";

/** The shape of `showHashtags`. */
export const snapshot = () =>
  z.strictObject({
    results: z
      .array(
        z.strictObject({
          cid: z.string().describe("The hashtag's ID, or its name if it has none."),
          name: z.string().describe("The hashtag's name."),
          viewCount: count().describe("Number of views; null if unknown."),
          useCount: count().describe("Number of videos that use it; null if unknown."),
          position: z.int().nullable().describe("Its position among the results, from 1; null while answers lack it."),
          unreadableSince: unreadableSince(),
        }),
      )
      .describe("The known results, in order."),
    doubtedSince: doubtedSince(),
  });

export type HashtagSnapshot = z.output<ReturnType<typeof snapshot>>;
