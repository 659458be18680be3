import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json, JsonObject } from "../../core/json.ts";

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
    /** Stretches without knowledge of its state. */
    gaps: text().notNull().default("[]"),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.month] })],
);

/**
 * Targets that were live when they were removed, paused or given another identity, until the next ticks have edited
 * their alerts.
 */
export const unwatched = sqliteTable("unwatched", {
  targetId: text().primaryKey(),
  why: text({ enum: ["removed", "paused"] }).notNull(),
  /** Tick time or wall clock, whichever is later. */
  at: integer().notNull(),
  kind: text().notNull(),
  /** The state of its kind by then. */
  state: text({ mode: "json" }).$type<Json>().notNull(),
  /** The last successful poll. */
  lastOkAt: integer(),
});

/**
 * Targets with months that were deleted, as they were then: reports still name them for the time in which they were
 * watched.
 */
export const removedTargets = sqliteTable(
  "removed_targets",
  {
    id: text().primaryKey(),
    createdAt: integer().notNull(),
    watchlistId: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    params: text({ mode: "json" }).$type<JsonObject>().notNull(),
    timezone: text(),
    intervalSeconds: integer().notNull(),
    state: text({ mode: "json" }).$type<Json>(),
    consecutiveFaults: integer().notNull(),
    lastOkAt: integer(),
    unknownSince: integer(),
    gaps: text({ mode: "json" }).$type<[from: number, to: number][]>(),
    pausedAt: integer(),
    /** Tick time or wall clock, whichever is later. */
    removedAt: integer().notNull(),
  },
  (table) => [index("removed_listed").on(table.watchlistId, table.createdAt, table.id)],
);

/** Past broadcasts from elsewhere. They are in no event, so nothing that counts events counts them. */
export const importedSessions = sqliteTable(
  "imported_sessions",
  {
    targetId: text().notNull(),
    startedAt: integer().notNull(),
    endedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.startedAt] }),
    index("imported_started").on(table.startedAt, table.targetId),
  ],
);
