import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../../core/language.ts";
import { base, flag, json } from "../../../resources/columns.ts";

export const digests = sqliteTable("digests", {
  ...base,
  name: text().notNull(),
  channelId: text().notNull(),
  watchlistId: text(),
  /** Whether each watchlist gets a message of its own. */
  perWatchlist: flag().notNull().default(false),
  /** A cron pattern, in `timezone`. */
  schedule: text().notNull(),
  timezone: text().notNull(),
  /** ISO 8601 or a named period; null: from one time to the next. */
  period: text(),
  sections: json<string[]>().notNull(),
  enabled: flag().notNull(),
  /** The language; null: its channel's. */
  language: text().$type<Language>(),
  /** Its next time; null while it is disabled. Ticks move it on. */
  nextAt: integer(),
});
