import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../core/language.ts";
import { base, flag, json } from "../columns.ts";

export const digests = sqliteTable("digests", {
  ...base,
  name: text().notNull(),
  channelId: text().notNull(),
  watchlistId: text(),
  /** The cron pattern of its times, in `timezone`. */
  schedule: text().notNull(),
  timezone: text().notNull(),
  /** ISO 8601; null: from one time to the next. */
  period: text(),
  sections: json<string[]>().notNull(),
  enabled: flag().notNull(),
  /** What it is told in; null: its channel's. */
  language: text().$type<Language>(),
  /** Its next time; null while it is disabled. The tick moves it on. */
  nextAt: integer(),
});
