import * as z from "zod";
import { count, doubtedSince, unreadableSince } from "../snapshot-fields.ts";

const text = (says: string) => z.string().nullable().describe(`${says}; null if unknown.`);

/** The shape of `showProducts`. */
export const snapshot = () =>
  z.strictObject({
    products: z
      .array(
        z.strictObject({
          productId: z.string().describe("The product's ID."),
          title: text("The product's title"),
          price: text("The sale price as a decimal text"),
          currency: text("The currency of the price, as the shop names it"),
          soldCount: count().describe("Number of units sold; null if unknown."),
          shop: text("The name of its seller"),
          rating: z.number().nullable().describe("Its rating, out of five stars; null if unknown."),
          reviewCount: count().describe("Number of reviews; null if unknown."),
          image: text("The address of its picture"),
          url: text("The address of its page"),
          unreadableSince: unreadableSince(),
        }),
      )
      .describe("The known products, by ID."),
    doubtedSince: doubtedSince(),
  });

export type ProductsSnapshot = z.output<ReturnType<typeof snapshot>>;
