import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../../core/language.ts";
import { base, json } from "../../../resources/columns.ts";

export const chats = sqliteTable("chats", {
  ...base,
  kind: text().$type<"discord" | "slack" | "telegram">().notNull(),
  scopes: text().$type<"read" | "write">().notNull(),
  watchlistId: text(),
  roles: json<string[]>().notNull(),
  users: json<string[]>().notNull(),
  language: text().$type<Language>(),
  /** SHA-256 of the code that links it, hexadecimal; null once it was used. */
  codeHash: text().unique(),
  codeExpiresAt: integer().notNull(),
  /** The Discord server, Slack workspace or Telegram chat; null until it is linked. */
  address: text().unique(),
  /** Its name there. */
  title: text(),
  linkedAt: integer(),
  lastCommandAt: integer(),
  lastCommand: text(),
  /** Why the last late answer did not arrive; null if it did. */
  failure: text(),
});
