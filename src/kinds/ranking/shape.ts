import * as z from "zod";
import { instant } from "../event-type.ts";
import { count, unreadableSince } from "../snapshot-fields.ts";

/** The shape of `showRankings`. */
export const snapshot = () =>
  z.strictObject({
    league: z.string().nullable().describe("The creator's league; null if unknown."),
    rankings: z
      .array(
        z.strictObject({
          groupType: z.int().describe("The group of the ranking, as the service numbers it."),
          rankType: z.int().describe("The type of the ranking, as the service numbers it."),
          title: z.string().describe("The name of the ranking."),
          onRank: z
            .boolean()
            .nullable()
            .describe("Whether the creator is ranked; null until the ranking is seen in this period."),
          place: count().describe("The place, from 1; null if the creator is not ranked or it can't be read."),
          unreadableSince: unreadableSince(),
          bestPlace: count().describe("The best place seen in this period; null if there is none."),
          resetAt: instant().nullable().describe("The end of this period; null if unknown."),
        }),
      )
      .describe("The known rankings."),
  });

export type RankingSnapshot = z.output<ReturnType<typeof snapshot>>;
