import type { Language } from "../../core/language.ts";
import { SEQ_PER_MS } from "../../core/event.ts";
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Claim, Event } from "../../core/event.ts";
import type { Breakers, CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { StoredPrediction } from "../prediction/schedule-prediction.ts";
import type { StoredPrior } from "../prediction/population-prior.ts";
import type { Load } from "../../core/load.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import type { Demo } from "../../core/demo.ts";
import type { Watch } from "../../core/drift-detector.ts";
import type { StoredProof } from "../../core/proof.ts";
import type { RollUp } from "../../core/duration.ts";
import type { Assigned } from "../poll/assign.ts";
import type { StoredHealth } from "../self-monitor/self-monitor.ts";
import type { OperationsConfig } from "../upstream/operation-form.ts";

// D1 bills each row written and each of its index entries. Columns that a tick or an unchanged poll writes are not
// indexed. Rows shared by many polls (sheets, ticker, ledger) replace a row per poll.

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
  /** Open circuit breakers of operations, by name. */
  breakers: text({ mode: "json" }).$type<Breakers>().notNull().default({}),
  /** The drift detector: whether answers still decode, and since when a mass flip has been held back. */
  watch: text({ mode: "json" }).$type<Partial<Watch>>().notNull().default({ drift: {}, suspectSince: null }),
  /** Number of the ledger's unspent calls that have been given back. Never decreases. */
  refunded: integer().notNull().default(0),
  /** What the last tick found due and late, what it granted, and the demand. */
  load: text({ mode: "json" }).$type<Partial<Load>>().notNull().default({}),
  /** By tick, for each assigned batch: number of targets, their earliest due time, and calls granted. */
  dealt: text({ mode: "json" }).$type<Assigned>().notNull().default({}),
  /** Problems of Tallylight itself that ticks found, and which of them were reported. */
  health: text({ mode: "json" }).$type<StoredHealth>().notNull().default({}),
  /** The population prior, and since when it is known (epoch ms). */
  pool: text({ mode: "json" }).$type<StoredPrior>(),
  /** Creation time of this database, wall clock. */
  madeAt: integer().notNull().default(0),
  /** The encrypted account of the polled service, if set at runtime. Polls read this row anyway. */
  account: text(),
  /** Runtime settings of its operations, by name. */
  operations: text({ mode: "json" }).$type<OperationsConfig>().notNull().default({}),
  /**
   * Number of the oldest migration that code must know to use this database. Migrations that are not additive raise it.
   */
  schemaFloor: integer().notNull().default(0),
  /** What the demo created, while it is there. */
  demo: text({ mode: "json" }).$type<Demo>(),
  /** How far events and samples are rolled up into months; null before the first time. */
  rolled: text({ mode: "json" }).$type<RollUp>(),
  /** The service that is asked, and what was seen of the rule that says who is live; null before a tick has looked. */
  proof: text({ mode: "json" }).$type<StoredProof>(),
  /** The team's time zone; null if it was never set. */
  timezone: text(),
  /** The language of messages where a channel has none; null if it was never set. */
  language: text().$type<Language>(),
  /** The budget that people set, calls per minute; null if they did not. */
  pollsPerMinute: integer(),
});

/** The rows of a demo that was left, for a day: then they can be brought back. */
export const leftDemo = sqliteTable("left_demo", {
  seq: integer().primaryKey(),
  /** The table that it is a row of. */
  name: text().notNull(),
  /** Its values, by column. */
  content: text().notNull(),
  /** When the demo was left, wall clock. */
  leftAt: integer().notNull(),
});

/** Schedule predictions (`core/prediction`): a row is a page of targets, by id. */
export const predictions = sqliteTable("habits", {
  page: integer().primaryKey(),
  habits: text({ mode: "json" }).$type<Record<string, StoredPrediction>>().notNull(),
});

/** The batch ledger, a single row. Each batch records in its commit that it has finished. */
export const ledger = sqliteTable("tally", {
  id: integer().primaryKey(),
  /** Finished batches by tick, such as ",0,3,". JSON. */
  done: text().notNull().default("{}"),
  /** Batches that were released without polling, by tick, in the same form. */
  freed: text().notNull().default("{}"),
  /** All calls that were granted but not made. Ticks give them back. */
  unspent: integer().notNull().default(0),
  counters: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  /** The tick of the last batch that polled something. */
  lastPollAt: integer().notNull().default(0),
  /** Since which tick no poll has succeeded, and the number of polls since; 0 while some succeed. */
  failingSince: integer().notNull().default(0),
  failedPolls: integer().notNull().default(0),
});

/**
 * Names of targets, stored so that a search by part of a name reads few rows. A row has the targets whose ids end
 * alike, with char(30) before each id and char(31) between id and name. Kinds other than `live` have their own rows,
 * whose keys begin with "~". Triggers maintain it.
 */
export const namePages = sqliteTable("name_pages", {
  page: text().primaryKey(),
  names: text().notNull(),
});

/**
 * Has a row only while a batch changes very many targets. Triggers then leave counts and names to the end of the batch.
 */
export const bulkWrites = sqliteTable("bulk_writes", { id: integer().primaryKey() });

/** Numbers of rows in other tables, by type and status. Triggers maintain them. */
export const counts = sqliteTable("counts", {
  name: text().primaryKey(),
  n: integer().notNull(),
});

/**
 * How the month goes for the creators of a watchlist, as computed by a tick (`features/goals/months`). The row with an
 * empty id has the round through all watchlists.
 */
export const listMonths = sqliteTable("list_months", {
  watchlistId: text().primaryKey(),
  at: integer().notNull(),
  /** Counts and sums. JSON. */
  month: text().notNull(),
  /** Ids with their groups, those who need help first. JSON. */
  people: text().notNull(),
});

/** Numbers of targets of a kind in a watchlist. Triggers maintain them. */
export const listCounts = sqliteTable(
  "list_counts",
  {
    watchlistId: text().notNull(),
    kind: text().notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.watchlistId, table.kind] })],
);

/** How late an event may be stored without losing its place in time, milliseconds. */
export const LATE_MS = 10_000;

/** True for an event that was stored later, so that its `seq` is among those of another time. */
export const LATE = `seq > (detected_at + ${LATE_MS}) * ${SEQ_PER_MS}`;

export const events = sqliteTable(
  "events",
  {
    /** At least detectedAt × 512 and always increasing, so that one key provides order, cursor and `since`. */
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
    /** Who takes care of it. */
    claim: text({ mode: "json" }).$type<Claim>(),
    /** The commit that stored it. Deliveries are only created for events of their own commit. */
    commitId: text().notNull(),
    /**
     * The first event of a type and watchlist in a commit has the number of events from it to the end of the commit,
     * itself included; the others have null. Indexes of events thus have one entry per commit and type.
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
    /** The streams of a target. */
    index("events_ended")
      .on(table.targetId)
      .where(sql`type = 'live.ended'`),
    /** The few other events of a creator that months hold. */
    index("events_missed")
      .on(table.targetId)
      .where(sql`type = 'live.no_show'`),
    /** Events stored too late for their place in time, which are very few. */
    index("events_late").on(table.detectedAt, table.seq).where(sql.raw(LATE)),
  ],
);
