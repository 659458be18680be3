import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const requests = sqliteTable("requests", {
  /** Hash of the token and its idempotency key. */
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  at: integer().notNull(),
  /** Encrypted, because it may contain a secret; null while the request runs. */
  answer: text(),
});

/** Parameters of a write that is too large for one request to the database. They stay until its batch has read them. */
export const writeParts = sqliteTable("write_parts", {
  /** The write's id and a number. */
  part: text().primaryKey(),
  /** Wall clock. */
  at: integer().notNull(),
  text: text().notNull(),
});

/**
 * Sessions of the pages, oldest first. Instants are wall clock. A trigger deletes a token's sessions with the token.
 */
export const signIns = sqliteTable(
  "sign_ins",
  {
    seq: integer().primaryKey(),
    /** Digest of the secret in the cookie. */
    id: text().notNull().unique(),
    /** The token's id. For `ADMIN_TOKEN` a digest of the token, so that replacing it ends its sessions. */
    holder: text().notNull(),
    createdAt: integer().notNull(),
    /** Accurate to five minutes. */
    lastSeenAt: integer().notNull(),
    address: text(),
    agent: text(),
    /** Whom Cloudflare Access vouched for: each request of such a session needs that again. Null for others. */
    email: text(),
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
    /** HTTP status of the answer. */
    status: integer().notNull(),
    /** The client address. */
    address: text(),
    /** Of the request, as its answer and the log name it. */
    requestId: text(),
    /**
     * The write that this entry was stored with, to find a write whose answer was lost; null for an entry stored alone.
     */
    writeId: text(),
    /** Identifies the entry that counts later ones of the same kind; null for an entry that counts only itself. */
    mergeKey: text(),
  },
  (table) => [
    index("audit_merged")
      .on(table.mergeKey)
      .where(sql`merge_key IS NOT NULL`),
  ],
);
