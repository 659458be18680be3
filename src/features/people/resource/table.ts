import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, json } from "../../../resources/columns.ts";
import type { Scope } from "./scopes.ts";

export const tokens = sqliteTable("tokens", {
  ...base,
  updatedAt: integer().notNull().default(0),
  name: text().notNull(),
  scopes: json<Scope[]>().notNull(),
  /** Null for no limit. */
  watchlistIds: json<string[] | null>(),
  /** SHA-256, hexadecimal. */
  hash: text().notNull().unique(),
  /** Whom Cloudflare Access signs in with this token, in lower case; null for nobody. */
  email: text(),
  expiresAt: integer(),
  lastUsedAt: integer(),
});
