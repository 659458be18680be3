import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Event } from "../../core/event.ts";
import type { Breakers } from "../../core/breaker.ts";
import type { CircuitBreaker } from "../../core/gate.ts";
import type { StoredPrediction } from "../../core/habit/habit.ts";
import type { StoredPrior } from "../../core/habit/pool.ts";
import type { Load } from "../../core/load.ts";
import type { StoredEntry } from "../../core/entry.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import type { Watch } from "../../core/upstream-watch.ts";
import type { Assigned } from "../../flows/poll/survey.ts";
import type { StoredHealth } from "../../flows/self/look.ts";
import type { OperationsConfig } from "../../flows/manage/operation-form.ts";

// D1 bills each row written and each index entry written with it. No column that a tick or an unchanged poll writes is
// indexed, and a row that many polls share (sheets, ticker, tally) replaces a row a poll.

export const sheets = sqliteTable("sheets", {
  id: integer().primaryKey(),
  entries: text({ mode: "json" }).$type<Record<string, StoredEntry>>().notNull().default({}),
  edits: text({ mode: "json" }).$type<Record<string, EntryPatch>>().notNull().default({}),
  size: integer().notNull().default(0),
  revision: integer().notNull().default(0),
});

export const ticker = sqliteTable("ticker", {
  id: integer().primaryKey(),
  lastTickAt: integer().notNull().default(0),
  /** Milliseconds between the last two ticks. */
  spacingMs: integer().notNull().default(0),
  claim: text().notNull().default(""),
  tokens: real().notNull().default(0),
  filledAt: integer().notNull().default(0),
  gate: text({ mode: "json" }).$type<CircuitBreaker>(),
  /** The open breakers of optional operations, by name. */
  breakers: text({ mode: "json" }).$type<Breakers>().notNull().default({}),
  /** Whether its answers still decode, and whether a mass flip is being held back. */
  watch: text({ mode: "json" }).$type<Partial<Watch>>().notNull().default({ drift: {}, suspectSince: null }),
  /** How many of the tally's unspent calls have been given back; only grows. */
  refunded: integer().notNull().default(0),
  /** What the last tick found due and late, what it granted, and what is asked of it. */
  load: text({ mode: "json" }).$type<Partial<Load>>().notNull().default({}),
  /** By tick, for each batch that it dealt how many targets, the earliest due time among them, and the calls granted. */
  dealt: text({ mode: "json" }).$type<Assigned>().notNull().default({}),
  /** What the ticks found wrong with the system itself, and what of it was told. */
  health: text({ mode: "json" }).$type<StoredHealth>().notNull().default({}),
  /** What all targets together are like, and since when that is known (epoch ms): their habits. */
  pool: text({ mode: "json" }).$type<StoredPrior>(),
  /** When this database was made, wall clock. */
  madeAt: integer().notNull().default(0),
  /** The account of the polled service that people gave, sealed: here it is read along with what each poll reads anyway. */
  account: text(),
  /** What people said of its operations, by name. */
  operations: text({ mode: "json" }).$type<OperationsConfig>().notNull().default({}),
  /** The number of the oldest migration that code must know to run on this database; a migration that is not additive raises it. */
  schemaFloor: integer().notNull().default(0),
});

/** When targets come and go, for those that do (`core/habit`): a page of them a row, by id. */
export const predictions = sqliteTable("habits", {
  page: integer().primaryKey(),
  habits: text({ mode: "json" }).$type<Record<string, StoredPrediction>>().notNull(),
});

/** Time series: a row is a run of points of one UTC day, until it has grown so large that another begins. */
export const series = sqliteTable(
  "series",
  {
    targetId: text().notNull(),
    /** The instant of its first point. */
    beginsAt: integer().notNull(),
    /** `[[at, {name: value}], …]` */
    points: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.beginsAt] })],
);

/** One row: what batches leave behind. Each says with its commit that it is in. */
export const ledger = sqliteTable("tally", {
  id: integer().primaryKey(),
  /** By tick, the batches that are in: ",0,3,". JSON. */
  done: text().notNull().default("{}"),
  /** By tick, the batches that were given back unpolled, likewise. */
  freed: text().notNull().default("{}"),
  /** Calls that were granted and not made, ever: the tick gives them back. */
  unspent: integer().notNull().default(0),
  counters: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  /** The tick of the last batch that polled something. */
  lastPollAt: integer().notNull().default(0),
  /** The tick since which no poll was answered well, and how many polls that are; 0 while some are. */
  failingSince: integer().notNull().default(0),
  failedPolls: integer().notNull().default(0),
});

/**
 * The names of targets, so that one who looks for part of a name reads a few rows: each row holds those whose ids end alike,
 * char(30) before each id and char(31) between it and its name. Those of other kinds than creators are in rows of their own,
 * whose keys begin with "~". Triggers keep it.
 */
export const namePages = sqliteTable("name_pages", {
  page: text().primaryKey(),
  names: text().notNull(),
});

/** Has a row only while one batch changes very many targets: triggers leave counts and names to the end of it. */
export const bulkWrites = sqliteTable("bulk_writes", { id: integer().primaryKey() });

/** How many rows other tables have, by what they are: triggers keep it, so that nobody has to count. */
export const counts = sqliteTable("counts", {
  name: text().primaryKey(),
  n: integer().notNull(),
});

/** How many targets of a kind a watchlist has: triggers keep it too. */
export const listCounts = sqliteTable(
  "list_counts",
  {
    watchlistId: text().notNull(),
    kind: text().notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.watchlistId, table.kind] })],
);

/** No event's `seq` is below its detection, epoch ms, times this. */
export const SEQ_PER_MS = 512;

/** How far behind the latest an event may come in whose place still tells its time, milliseconds. */
export const LATE_MS = 10_000;

/** True of an event that came in later: its place is among those of another time. */
export const LATE = `seq > (detected_at + ${LATE_MS}) * ${SEQ_PER_MS}`;

export const events = sqliteTable(
  "events",
  {
    /** Never below detectedAt × 512 and never falling: one key serves order, cursor and `since`. */
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    type: text().notNull(),
    targetId: text(),
    watchlistId: text(),
    target: text({ mode: "json" }).$type<Event["target"]>(),
    occurredAt: integer().notNull(),
    detectedAt: integer().notNull(),
    windowFrom: integer(),
    windowTo: integer().notNull(),
    data: text({ mode: "json" }).$type<Event["data"]>().notNull(),
    follows: text({ mode: "json" }).$type<Event["follows"]>(),
    /** The commit that brought it in: deliveries are made only for events of their own commit. */
    commitId: text().notNull(),
    /**
     * Of the events of one type and watchlist in a commit the first says how many places there are from it to the commit's
     * last event, both included; the others have null. So the indexes that find events have an entry a commit, not an event.
     */
    span: integer().default(1),
  },
  (table) => [
    index("events_target").on(table.targetId),
    index("events_type")
      .on(table.type, table.seq, table.span, table.watchlistId)
      .where(sql`span is not null`),
    index("events_list")
      .on(table.watchlistId, table.seq, table.span, table.type)
      .where(sql`span is not null`),
    /** The broadcasts of a target. */
    index("events_ended")
      .on(table.targetId)
      .where(sql`type = 'live.ended'`),
    /** Those that came in so late, behind others, that their place does not tell their time: as good as none. */
    index("events_late").on(table.detectedAt, table.seq).where(sql.raw(LATE)),
  ],
);
