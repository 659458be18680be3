import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../../resources/columns.ts";

export const hooks = sqliteTable("hooks", {
  ...base,
  name: text().notNull(),
  watchlistId: text(),
  /** SHA-256 of the key, hexadecimal. */
  hash: text().notNull().unique(),
  /** Wall clock; null: never. */
  lastUsedAt: integer(),
  /** The minute (since 1970) of its last hints, and the calls that they took in it. */
  usedIn: integer().notNull().default(0),
  used: integer().notNull().default(0),
});

/** The targets that were hinted at in the last seconds. Older rows are deleted by the next hint. */
export const hints = sqliteTable("hints", {
  targetId: text().primaryKey(),
  /** Tick time or wall clock, whichever is later; and the wall clock. */
  at: integer().notNull(),
  wallAt: integer().notNull(),
  /** Identifies the request. */
  claim: text().notNull(),
});
