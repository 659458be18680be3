import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../columns.ts";

export const feedKeys = sqliteTable("feed-keys", {
  ...base,
  name: text().notNull(),
  watchlistId: text(),
  /** SHA-256 of the key, hexadecimal. */
  hash: text().notNull().unique(),
});
