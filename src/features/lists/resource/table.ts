import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../../resources/columns.ts";

export const watchlists = sqliteTable(
  "watchlists",
  {
    ...base,
    name: text().notNull().unique(),
    description: text().notNull().default(""),
    /** The IANA zone of targets without one; null if there is no default. */
    timezone: text(),
  },
  (table) => [index("watchlists_made").on(table.createdAt, table.id)],
);
