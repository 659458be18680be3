import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Time series. A row is a run of points of one UTC day; a long run continues in another row. */
export const series = sqliteTable(
  "series",
  {
    targetId: text().notNull(),
    /** The time of its first point. */
    beginsAt: integer().notNull(),
    /** `[[at, {name: value}], …]` */
    points: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.beginsAt] })],
);

/**
 * What reports need of a target in a calendar month (UTC), stored for as long as the target: events and samples are
 * deleted after a while. Text as `core/month-row` writes it.
 */
export const months = sqliteTable(
  "months",
  {
    targetId: text().notNull(),
    /** Months since January 1970. */
    month: integer().notNull(),
    events: text().notNull().default("[]"),
    viewers: text().notNull().default("[]"),
    /** Best places, of a ranking. */
    places: text().notNull().default("[]"),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.month] })],
);
