import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ChannelFailure } from "../../core/channel-failure.ts";
import type { Language } from "../../core/language.ts";
import { base, flag, json } from "../columns.ts";

export const channels = sqliteTable(
  "channels",
  {
    ...base,
    kind: text().notNull(),
    name: text().notNull(),
    enabled: flag().notNull(),
    /** What its messages are written in; null: LANGUAGE. */
    language: text().$type<Language>(),
    disabledReason: text(),
    /** The settings as they may be shown. */
    settings: text("masked", { mode: "json" }).$type<Record<string, string | boolean>>().notNull(),
    /** The settings in full, encrypted: `kid.iv.ciphertext`. */
    sealed: text().notNull(),
    /** Nothing is sent before this instant of tick time: the destination asked to wait. */
    pausedUntil: integer().notNull().default(0),
    /** Wall clock before which the next message would come too soon after the last. */
    pacedUntil: integer().notNull().default(0),
    /** Who is sending to it, and until when (tick time) nobody else does. */
    taker: text(),
    leaseUntil: integer().notNull().default(0),
    /** Since when nothing has arrived (tick time); null while nothing fails. */
    failingSince: integer(),
    /** What is known of messages that fail; null while none does. */
    failure: json<ChannelFailure>(),
    /** When a message last arrived after others had failed (tick time). */
    recoveredAt: integer(),
    /** Where it posts in threads: the thread of each target, by the target's id; "" for what is about none. */
    threads: json<Record<string, string>>(),
  },
  (table) => [
    /** The few at which messages fail. */
    index("channels_failing")
      .on(table.id)
      .where(sql`failure is not null`),
  ],
);
