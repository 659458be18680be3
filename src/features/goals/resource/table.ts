import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../../resources/columns.ts";

export const goals = sqliteTable(
  "goals",
  {
    ...base,
    targetId: text(),
    watchlistId: text(),
    hours: real(),
    validDays: integer(),
    validDayMinutes: integer().notNull(),
    timezone: text(),
    /** The first day on which it is judged, such as `2027-03-01`; null for the one that follows from its creation. */
    startsOn: text(),
    /** The tick of the last morning at which all its creators were evaluated. */
    judgedAt: integer().notNull().default(0),
    /** The position of the last evaluated creator in an unfinished morning; otherwise null. */
    judgedTo: text(),
  },
  (table) => [
    index("goals_target").on(table.targetId),
    index("goals_list").on(table.watchlistId),
    index("goals_made").on(table.createdAt, table.id),
  ],
);
