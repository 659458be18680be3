import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { FAILING_AFTER, type Fault } from "../../core/fault.ts";
import type { Past } from "../../core/habit/past.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Mention } from "../../core/notice.ts";
import { base, flag, json } from "../columns.ts";

/** So much of a name is kept where names are searched. */
const SEARCHED_CHARS = 80;

/** True of a target whose name is longer. */
export const LONG_NAMED = `length(name) > ${SEARCHED_CHARS}`;

export const targets = sqliteTable(
  "targets",
  {
    ...base,
    /** Moves with each change that people make, whatever polls write. */
    revision: integer("form_revision").notNull().default(0),
    watchlistId: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    params: json<JsonObject>().notNull(),
    identity: text().notNull(),
    /** Another identity that stands for it: the handle of a creator whose user id is known. */
    alias: text(),
    intervalSeconds: integer().notNull(),
    priority: integer().notNull(),
    enabled: flag().notNull(),
    announceInitial: flag().notNull(),
    /** Mentions that are added to those of the subscription. */
    mention: json<Mention | Mention[]>(),
    /** An IANA zone; null where its watchlist's counts, or the one that its starts show. */
    timezone: text(),
    settings: json<JsonObject>().notNull(),
    sheetId: integer().notNull(),
    /** Moves with each write, a poll's too; a commit compares it. */
    pollRevision: integer("revision").notNull().default(0),
    /** The tick whose answer was judged last and written; a repeated message of that tick is not judged again. */
    judgedAt: integer(),
    /** What the kind remembers; null before the first good answer. */
    state: json<Json>(),
    /** When it came and went, as far as it was seen; null where it never did. */
    past: json<Past>(),
    /** When its next start is expected, and how sure that is (0 to 1); null where it has no usual hours. */
    expectedAt: integer(),
    expectedConfidence: real(),
    /** The last fault, while faults last. */
    fault: json<Fault>(),
    consecutiveFaults: integer().notNull().default(0),
    /** The last good answer before the faults began; while none lasts, the sheet's last poll says it. */
    lastOkAt: integer(),
    /** Since when no verdict has come, once that is longer than it may be; null while it is known. */
    unknownSince: integer(),
    /** Whether its kind says that it is on air: the few that are, are found without looking at the others. */
    onAir: flag().notNull().default(false),
  },
  (table) => [
    uniqueIndex("targets_identity").on(table.watchlistId, table.kind, table.identity),
    index("targets_alias")
      .on(table.watchlistId, table.kind, table.alias)
      .where(sql`alias IS NOT NULL`),
    /** The few that have one. */
    index("targets_mention")
      .on(table.id)
      .where(sql`mention IS NOT NULL`),
    index("targets_made").on(table.createdAt, table.id),
    // In the same order: of one kind, of one list, those that are paused, those whose names are kept cut where they are searched.
    index("targets_kind_made").on(table.kind, table.createdAt, table.id),
    index("targets_list_made").on(table.watchlistId, table.createdAt, table.id),
    index("targets_paused_made")
      .on(table.createdAt, table.id)
      .where(sql`enabled = 0`),
    index("targets_long_named").on(table.createdAt, table.id).where(sql.raw(LONG_NAMED)),
    // By name, for those that a person looks for: of all, and of one list.
    index("targets_name").on(table.kind, sql`lower(name)`, table.id),
    index("targets_list_name").on(table.watchlistId, table.kind, sql`lower(name)`, table.id),
    // List by list and by name: those on air, those that could not be read last, those that are paused. Each leads to those of one
    // list and of no other, whatever was done to thousands of them: all paused while they were on air, or none of them to be read.
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
    /** Those of whom nobody knows whether they are live, list by list. */
    index("targets_unknown")
      .on(table.enabled, table.onAir, table.kind, table.watchlistId, sql`lower(name)`, table.id)
      .where(sql`unknown_since IS NOT NULL`),
    /** Those of a list whose starts are expected, soonest first. */
    index("targets_expected")
      .on(table.watchlistId, table.expectedAt)
      .where(sql`expected_at IS NOT NULL`),
    /** By what it is called at the service: the handle, else the id. */
    index("targets_called").on(table.kind, sql`CASE WHEN alias IS NULL THEN identity ELSE alias END`),
  ],
);
