import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const requests = sqliteTable("requests", {
  /** A hash of the token and its key. */
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  at: integer().notNull(),
  /** Sealed, for it may show a secret; null while the request runs. */
  answer: text(),
});

export const audit = sqliteTable("audit", {
  seq: integer().primaryKey(),
  /** Wall clock. */
  at: integer().notNull(),
  tokenId: text(),
  tokenName: text().notNull(),
  operation: text().notNull(),
  subject: text(),
  request: text().notNull(),
  /** The HTTP status of the answer. */
  status: integer(),
  /** Whence it came. */
  address: text(),
  /** Of the write that it came with, so that one whose answer was lost is found; null for what was entered by itself. */
  writeId: text(),
});
