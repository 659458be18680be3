import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, json } from "../columns.ts";
import type { Scope } from "./scopes.ts";

export const tokens = sqliteTable("tokens", {
  ...base,
  updatedAt: integer().notNull().default(0),
  name: text().notNull(),
  scopes: json<Scope[]>().notNull(),
  /** SHA-256, hexadecimal. */
  hash: text().notNull().unique(),
  expiresAt: integer(),
  lastUsedAt: integer(),
});
