import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { FAILING_AFTER, type Fault } from "../../../core/fault.ts";
import type { Past } from "../../../engine/prediction/history.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { Mention } from "../../../core/notice.ts";
import type { WeeklyHours } from "../../../core/weekly-hours.ts";
import { base, flag, json } from "../../../resources/columns.ts";

/** The number of characters of a name that are searchable. */
const SEARCHED_CHARS = 80;

/** The condition for a target with a longer name. */
export const LONG_NAMED = `length(name) > ${SEARCHED_CHARS}`;

export const targets = sqliteTable(
  "targets",
  {
    ...base,
    /** Incremented by each change that a person makes, not by polls. */
    revision: integer("form_revision").notNull().default(0),
    watchlistId: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    params: json<JsonObject>().notNull(),
    identity: text().notNull(),
    /** Another identity of the target: the handle of a creator whose user id is known. */
    alias: text(),
    intervalSeconds: integer().notNull(),
    priority: integer().notNull(),
    enabled: flag().notNull(),
    announceInitial: flag().notNull(),
    /** Mentions in addition to those of the subscription. */
    mention: json<Mention | Mention[]>(),
    /** An IANA zone; null for that of its watchlist, or the one learned from its starts. */
    timezone: text(),
    settings: json<JsonObject>().notNull(),
    /** Hours at which people say that it is usually live, and since when (epoch ms; null for none). */
    usualHours: json<WeeklyHours[]>().notNull().default([]),
    hoursAt: integer(),
    sheetId: integer().notNull(),
    /** Incremented by each write, including polls. Commits compare it. */
    pollRevision: integer("revision").notNull().default(0),
    /** The tick of the last evaluated poll. Repeated messages of that tick are ignored. */
    judgedAt: integer(),
    /** The state of its kind; null before the first successful poll. */
    state: json<Json>(),
    /** Observed starts and ends; null for none. */
    past: json<Past>(),
    /** The next expected start, and its confidence (0 to 1); null without usual hours. */
    expectedAt: integer(),
    expectedConfidence: real(),
    /** The last fault, while faults last. */
    fault: json<Fault>(),
    consecutiveFaults: integer().notNull().default(0),
    /** The last successful poll before the current faults. Without faults the sheet has it. */
    lastOkAt: integer(),
    /** Since when a verdict has been missing, once that is too long; null while the state is known. */
    unknownSince: integer(),
    /**
     * Stretches without knowledge of its state, as pairs of instants, oldest first: before its first verdict, while it
     * was paused, and between two verdicts too far apart (`unknownAfterMs`). Months hold the older ones. Null before the
     * first verdict.
     */
    gaps: json<[from: number, to: number][]>(),
    /** Since when it is paused; null while it is enabled. */
    pausedAt: integer(),
    /** Whether its kind reports it as live. The few live targets are found by index. */
    onAir: flag().notNull().default(false),
  },
  (table) => [
    uniqueIndex("targets_identity").on(table.watchlistId, table.kind, table.identity),
    index("targets_alias")
      .on(table.watchlistId, table.kind, table.alias)
      .where(sql`alias IS NOT NULL`),
    /** The few targets with mentions. */
    index("targets_mention")
      .on(table.id)
      .where(sql`mention IS NOT NULL`),
    index("targets_made").on(table.createdAt, table.id),
    // In the same order: by kind, by watchlist, paused targets, and those whose searchable names are cut.
    index("targets_kind_made").on(table.kind, table.createdAt, table.id),
    index("targets_list_made").on(table.watchlistId, table.createdAt, table.id),
    index("targets_paused_made")
      .on(table.createdAt, table.id)
      .where(sql`enabled = 0`),
    index("targets_long_named").on(table.createdAt, table.id).where(sql.raw(LONG_NAMED)),
    // By name, for lists that people browse: all targets, and those of a watchlist.
    index("targets_name").on(table.kind, sql`lower(name)`, table.id),
    index("targets_list_name").on(table.watchlistId, table.kind, sql`lower(name)`, table.id),
    // By watchlist and name: live targets, those whose last poll failed, and paused ones. Each index finds those of one
    // watchlist only, even if thousands were paused while live, or fail.
    index("targets_on_air")
      .on(table.enabled, table.kind, table.watchlistId, sql`lower(name)`, table.id)
      .where(sql`on_air = 1`),
    index("targets_faulty")
      .on(table.enabled, table.onAir, table.kind, table.watchlistId, sql`lower(name)`, table.id)
      .where(sql`consecutive_faults > 0`),
    index("targets_paused")
      .on(table.kind, table.watchlistId, sql`lower(name)`, table.id)
      .where(sql`enabled = 0`),
    index("targets_failing")
      .on(table.enabled)
      .where(sql.raw(`consecutive_faults >= ${FAILING_AFTER}`)),
    /** Targets whose state is unknown, by watchlist. */
    index("targets_unknown")
      .on(table.enabled, table.onAir, table.kind, table.watchlistId, sql`lower(name)`, table.id)
      .where(sql`unknown_since IS NOT NULL`),
    /** Targets of a watchlist with expected starts, soonest first. */
    index("targets_expected")
      .on(table.watchlistId, table.expectedAt)
      .where(sql`expected_at IS NOT NULL`),
    /** The rankings of a creator. */
    index("targets_ranked")
      .on(sql`params ->> '$.userId'`)
      .where(sql`kind = 'ranking'`),
    /** What is watched of a creator by operations of the service. */
    index("targets_of_creator")
      .on(sql`params ->> '$.values.userId'`)
      .where(sql`kind IN ('list', 'record')`),
    /** By the name at the service: the handle, else the id. */
    index("targets_called").on(table.kind, sql`CASE WHEN alias IS NULL THEN identity ELSE alias END`),
  ],
);
