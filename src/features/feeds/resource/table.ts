import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../../core/language.ts";
import { base, flag } from "../../../resources/columns.ts";

export const feedKeys = sqliteTable("feed-keys", {
  ...base,
  name: text().notNull(),
  watchlistId: text(),
  /** Whether it opens the watchlist's airtime report. */
  report: flag().notNull().default(false),
  /** The name and picture above the report, and its language; null for none, and for that of LANGUAGE. */
  agency: text(),
  logo: text(),
  language: text().$type<Language>(),
  /** SHA-256 of the key, hexadecimal. */
  hash: text().notNull().unique(),
  /** When somebody last opened what it shows, to the day; wall clock, epoch ms. Null: never. */
  openedAt: integer(),
});
