import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../../resources/columns.ts";

export const silences = sqliteTable(
  "silences",
  {
    ...base,
    updatedAt: integer().notNull().default(0),
    targetId: text(),
    watchlistId: text(),
    type: text(),
    until: integer().notNull(),
    /** Whether starts after its creation are reported. */
    untilEnd: flag().notNull().default(false),
    reason: text().notNull(),
  },
  (table) => [
    index("silences_about").on(table.targetId, table.watchlistId),
    index("silences_made").on(table.createdAt, table.id),
  ],
);
