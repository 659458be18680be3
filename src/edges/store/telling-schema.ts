import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Attempt, DeliveryItem } from "../../core/delivery.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { Folded } from "./fold.ts";
import type { Content, DigestFacts } from "../../flows/digest/digest.ts";

export const deliveries = sqliteTable(
  "deliveries",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    channelId: text().notNull(),
    status: text({ enum: ["pending", "sent", "dead", "suppressed", "held"] }).notNull(),
    reason: text(),
    items: text({ mode: "json" }).$type<DeliveryItem[]>().notNull(),
    /** The tick (or instant) it was made at. */
    madeAt: integer().notNull(),
    /** Tick time until which other batches of the same tick may still join. */
    openUntil: integer().notNull(),
    /** Set by the first take: what it says is fixed. */
    closed: integer({ mode: "boolean" }).notNull().default(false),
    nextAttemptAt: integer(),
    leaseUntil: integer().notNull().default(0),
    taker: text(),
    attempts: text({ mode: "json" }).$type<Attempt[]>().notNull().default([]),
    sentAt: integer(),
    /** The destination's name of the message, for an edit. */
    messageRef: text(),
    /** The delivery whose message this one brings up to date. */
    edits: text(),
    replayOf: text(),
    /** The delivery that told what this one held back. */
    summary: text(),
    /** The edition of a digest that it brings, in place of items. */
    edition: text(),
    /** The board whose message it keeps, in place of items. */
    board: text(),
    /** What the last attempt sent and what came back, without secrets. */
    exchange: text({ mode: "json" }).$type<Exchange>(),
  },
  (table) => [
    index("deliveries_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    /** What waits at a channel, in the order in which it goes. */
    index("deliveries_waiting")
      .on(table.channelId, table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index("deliveries_held")
      .on(table.nextAttemptAt)
      .where(sql`status = 'held' and summary is null`),
    index("deliveries_channel").on(table.channelId, table.madeAt),
    // In the order of making, as lists are. An expression: what looks for those that are pending has an index of its own.
    index("deliveries_status").on(sql`(status || '')`),
    index("deliveries_to").on(table.channelId),
    /** What told of an event was made when it was found. */
    index("deliveries_made").on(table.madeAt),
    index("deliveries_board")
      .on(table.board)
      .where(sql`board is not null`),
    /** The few that were sent again. */
    index("deliveries_replay")
      .on(table.replayOf)
      .where(sql`replay_of is not null`),
    index("deliveries_edits")
      .on(table.edits)
      .where(sql`status = 'pending' and edits is not null`),
  ],
);

/** Deliveries that a commit left folded: each of the events on each of the channels has one, made step by step after it. */
export const fanouts = sqliteTable("fanouts", {
  seq: integer().primaryKey(),
  /** Of the commit and its place there: the same commit again is the same. */
  id: text().notNull().unique(),
  /** The tick that its deliveries are named by. */
  tick: integer().notNull(),
  /** When they were made, as their rows will say. */
  madeAt: integer().notNull(),
  content: text({ mode: "json" }).$type<Folded>().notNull(),
  /** So many of them are made, in their order. */
  done: integer().notNull().default(0),
});

export const editions = sqliteTable(
  "editions",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    digestId: text().notNull(),
    /** What the digest was when it was due. */
    digest: text({ mode: "json" }).$type<DigestFacts>().notNull(),
    /** Its period, epoch ms: from (excluded) to (included). */
    fromAt: integer().notNull(),
    toAt: integer().notNull(),
    madeAt: integer().notNull(),
    /** Who is writing it, until this tick time; then another may. */
    leaseUntil: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    /** What its sections say; null until it is written. */
    content: text({ mode: "json" }).$type<Content>(),
    /** The secret part of its pictures' addresses, and until when (wall clock) they answer. */
    pictureKey: text().unique(),
    picturesUntil: integer(),
  },
  (table) => [
    index("editions_unwritten")
      .on(table.leaseUntil)
      .where(sql`content is null`),
  ],
);
