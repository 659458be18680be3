import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const requests = sqliteTable("requests", {
  /** A hash of the token and its key. */
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  at: integer().notNull(),
  /** Sealed, for it may show a secret; null while the request runs. */
  answer: text(),
});

/** Parameters of a write that is too large for one request to the database, until its batch has read them. */
export const writeParts = sqliteTable("write_parts", {
  /** The write's id and a number. */
  part: text().primaryKey(),
  /** Wall clock. */
  at: integer().notNull(),
  text: text().notNull(),
});

/** Sessions of the pages, in the order in which they began. Instants are wall clock. A trigger deletes those of a token with it. */
export const signIns = sqliteTable(
  "sign_ins",
  {
    seq: integer().primaryKey(),
    /** A digest of the secret that the cookie holds. */
    id: text().notNull().unique(),
    /** The token's id; of `ADMIN_TOKEN` a digest of it, so that another one ends them. */
    holder: text().notNull(),
    createdAt: integer().notNull(),
    /** To five minutes. */
    lastSeenAt: integer().notNull(),
    address: text(),
    agent: text(),
  },
  (table) => [index("sign_ins_of").on(table.holder)],
);

export const audit = sqliteTable(
  "audit",
  {
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
    /** What later ones of the same are counted by, in this entry; null for an entry that stands for one thing alone. */
    mergeKey: text(),
  },
  (table) => [
    index("audit_merged")
      .on(table.mergeKey)
      .where(sql`merge_key IS NOT NULL`),
  ],
);
