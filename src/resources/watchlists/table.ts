import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../columns.ts";

export const watchlists = sqliteTable(
  "watchlists",
  {
    ...base,
    name: text().notNull().unique(),
    description: text().notNull().default(""),
    /** The IANA zone of targets that have none; null where each has its own. */
    timezone: text(),
  },
  (table) => [index("watchlists_made").on(table.createdAt, table.id)],
);
