import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Displayed } from "../../../channels/kind.ts";
import type { ChannelFailure } from "../../../core/channel-failure.ts";
import type { Language } from "../../../core/language.ts";
import type { Pauses } from "../../../core/pauses.ts";
import { base, flag, json } from "../../../resources/columns.ts";

export const channels = sqliteTable(
  "channels",
  {
    ...base,
    kind: text().notNull(),
    name: text().notNull(),
    enabled: flag().notNull(),
    /** The language of its messages; null: LANGUAGE. */
    language: text().$type<Language>(),
    disabledReason: text(),
    /** The settings as they may be shown. */
    settings: text("masked", { mode: "json" }).$type<Displayed>().notNull(),
    /** The full settings, encrypted: `kid.iv.ciphertext`. */
    sealed: text().notNull(),
    /** Tick time before which nothing is sent, because the destination asked to wait. */
    pausedUntil: integer().notNull().default(0),
    /** Requests that the destination limits on their own; null for none. */
    pauses: json<Pauses>(),
    /** Wall clock before which no further message may be sent. */
    pacedUntil: integer().notNull().default(0),
    /** The run that is sending to it, and until when (tick time) no other may. */
    taker: text(),
    leaseUntil: integer().notNull().default(0),
    /** Tick time since which nothing has arrived; null while nothing fails. */
    failingSince: integer(),
    /** The current failure; null for none. */
    failure: json<ChannelFailure>(),
    /** Tick time at which a message last arrived after others had failed. */
    recoveredAt: integer(),
    /** If it posts in threads: the threads by target id; "" is the one for events about no target. */
    threads: json<Record<string, string>>(),
  },
  (table) => [
    /** The few channels whose messages fail. */
    index("channels_failing")
      .on(table.id)
      .where(sql`failure is not null`),
  ],
);
