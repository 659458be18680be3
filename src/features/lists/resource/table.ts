import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Language } from "../../../core/language.ts";
import { base } from "../../../resources/columns.ts";

export const watchlists = sqliteTable(
  "watchlists",
  {
    ...base,
    name: text().notNull().unique(),
    description: text().notNull().default(""),
    /** The IANA zone of targets without one; null if there is no default. */
    timezone: text(),
    /** The language of its client's report; null for that of LANGUAGE. */
    language: text().$type<Language>(),
  },
  (table) => [index("watchlists_made").on(table.createdAt, table.id)],
);
