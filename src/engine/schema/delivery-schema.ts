import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Attempt, DeliveryItem } from "../../core/delivery.ts";
import type { Exchange } from "../../core/fault.ts";
import type { Folded } from "../route/follow.ts";
import type { Content, DigestFacts } from "../../features/digests/message/digest.ts";

export const deliveries = sqliteTable(
  "deliveries",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    channelId: text().notNull(),
    status: text({ enum: ["pending", "sent", "dead", "suppressed", "held"] }).notNull(),
    reason: text(),
    items: text({ mode: "json" }).$type<DeliveryItem[]>().notNull(),
    /** The tick, or the instant of an API call, at which it was created. */
    madeAt: integer().notNull(),
    /** Tick time until which other batches of the same tick can be merged into it. */
    openUntil: integer().notNull(),
    /** Set by the first claim, after which its content is fixed. */
    closed: integer({ mode: "boolean" }).notNull().default(false),
    nextAttemptAt: integer(),
    leaseUntil: integer().notNull().default(0),
    taker: text(),
    attempts: text({ mode: "json" }).$type<Attempt[]>().notNull().default([]),
    sentAt: integer(),
    /** The destination's id of the message, needed to edit it. */
    messageRef: text(),
    /** The delivery whose message this one edits. */
    edits: text(),
    replayOf: text(),
    /** The delivery that summarizes this held one. */
    summary: text(),
    /** The edition of a digest that it sends instead of items. */
    edition: text(),
    /** The board whose message it maintains instead of items. */
    board: text(),
    /** The last request and response, without secrets. */
    exchange: text({ mode: "json" }).$type<Exchange>(),
  },
  (table) => [
    index("deliveries_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    /** Pending deliveries of a channel, in the order in which they are sent. */
    index("deliveries_waiting")
      .on(table.channelId, table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index("deliveries_held")
      .on(table.nextAttemptAt)
      .where(sql`status = 'held' and summary is null`),
    /** Those that did not arrive, which are few, in order of creation. */
    index("deliveries_left")
      .on(table.status)
      .where(sql`status in ('dead', 'suppressed', 'held')`),
    /** Deliveries about an event are created when it is found, and parts of a delivery with it. */
    index("deliveries_to").on(table.channelId, table.madeAt),
    index("deliveries_board")
      .on(table.board)
      .where(sql`board is not null`),
    /** Replays, which are few. */
    index("deliveries_replay")
      .on(table.replayOf)
      .where(sql`replay_of is not null`),
    index("deliveries_edits")
      .on(table.edits)
      .where(sql`status = 'pending' and edits is not null`),
  ],
);

/**
 * Deliveries that a commit left folded: one for each combination of its events and channels. Later runs create their
 * rows step by step.
 */
export const fanouts = sqliteTable("fanouts", {
  seq: integer().primaryKey(),
  /** The commit's id and a position, so that a repeated commit changes nothing. */
  id: text().notNull().unique(),
  /** The tick in the ids of its deliveries. */
  tick: integer().notNull(),
  /** The creation time of its deliveries. */
  madeAt: integer().notNull(),
  content: text({ mode: "json" }).$type<Folded>().notNull(),
  /** Number of deliveries already created, in order. */
  done: integer().notNull().default(0),
});

export const editions = sqliteTable(
  "editions",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    digestId: text().notNull(),
    /** The digest as it was when the edition was due. */
    digest: text({ mode: "json" }).$type<DigestFacts>().notNull(),
    /** The period, epoch ms: from (excluded) to (included). */
    fromAt: integer().notNull(),
    toAt: integer().notNull(),
    madeAt: integer().notNull(),
    /** Tick time until which one run writes it. Then another may. */
    leaseUntil: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    /** The content of its sections; null until it is written. */
    content: text({ mode: "json" }).$type<Content>(),
    /** Secret part of the addresses of its pictures, and the wall-clock time until which they are served. */
    pictureKey: text().unique(),
    picturesUntil: integer(),
  },
  (table) => [
    index("editions_unwritten")
      .on(table.leaseUntil)
      .where(sql`content is null`),
  ],
);
