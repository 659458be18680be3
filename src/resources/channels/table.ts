import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../core/language.ts";
import { base, flag } from "../columns.ts";

export const channels = sqliteTable("channels", {
  ...base,
  kind: text().notNull(),
  name: text().notNull(),
  enabled: flag().notNull(),
  /** What its messages are written in; null: LANGUAGE. */
  language: text().$type<Language>(),
  disabledReason: text(),
  /** The settings as they may be shown. */
  settings: text("masked", { mode: "json" }).$type<Record<string, string>>().notNull(),
  /** The settings in full, encrypted: `kid.iv.ciphertext`. */
  sealed: text().notNull(),
  /** Nothing is sent before this instant of tick time: the destination asked to wait. */
  pausedUntil: integer().notNull().default(0),
  /** Wall clock before which the next message would come too soon after the last. */
  pacedUntil: integer().notNull().default(0),
  /** Who is sending to it, and until when (tick time) nobody else does. */
  taker: text(),
  leaseUntil: integer().notNull().default(0),
  /** Since when nothing has arrived (tick time); null while all is well. */
  failingSince: integer(),
});
