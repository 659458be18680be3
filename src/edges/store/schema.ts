import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

// D1 bills each row written and each index entry written with it. No column that a tick or an unchanged poll writes is
// indexed, and a row that many polls share (sheets, ticker, tally) replaces a row a poll.

export const watchlists = sqliteTable("watchlists", {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  description: text().notNull().default(""),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});

export const targets = sqliteTable(
  "targets",
  {
    id: text().primaryKey(),
    watchlistId: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    params: text().notNull(),
    identity: text().notNull(),
    intervalSeconds: integer().notNull(),
    priority: integer().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    announceInitial: integer({ mode: "boolean" }).notNull(),
    settings: text().notNull(),
    sheetId: integer().notNull(),
    /** Moves with each write; a commit compares it. */
    revision: integer().notNull().default(0),
    /** The tick whose answer was judged last and written; a repeated message of that tick is not judged again. */
    judgedAt: integer(),
    /** What the kind remembers, JSON; null before the first good answer. */
    state: text(),
    /** The last fault, JSON, while faults last. */
    fault: text(),
    consecutiveFaults: integer().notNull().default(0),
    /** The last good answer before the faults began; while none lasts, the sheet's last poll says it. */
    lastOkAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("targets_identity").on(table.watchlistId, table.kind, table.identity),
    index("targets_made").on(table.createdAt, table.id),
  ],
);

/** The timetable: one row holds the due times of up to 1,000 targets. The tick owns `entries`; all others write `edits`. */
export const sheets = sqliteTable("sheets", {
  id: integer().primaryKey(),
  entries: text().notNull().default("{}"),
  edits: text().notNull().default("{}"),
  size: integer().notNull().default(0),
  revision: integer().notNull().default(0),
});

/** One row: the last tick, the tokens of the budget, and the gate that a refusal or a 429 of the upstream closes. */
export const ticker = sqliteTable("ticker", {
  id: integer().primaryKey(),
  lastTickAt: integer().notNull().default(0),
  /** Milliseconds between the last two ticks. */
  spacingMs: integer().notNull().default(0),
  claim: text().notNull().default(""),
  tokens: real().notNull().default(0),
  filledAt: integer().notNull().default(0),
  gate: text(),
  /** Whether its answers still decode, and whether a mass flip is being held back: JSON. */
  watch: text().notNull().default('{"drift":{},"suspectSince":null}'),
  /** How many of the tally's unspent calls have been given back; only grows. */
  refunded: integer().notNull().default(0),
  /** What the last tick found late and what it granted, JSON. */
  load: text().notNull().default("{}"),
});

/** Time series: one row a target and day (UTC, days since 1970), points as `[epoch ms, {series: value}]`. */
export const samples = sqliteTable(
  "samples",
  {
    targetId: text().notNull(),
    day: integer().notNull(),
    points: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.day] })],
);

/** One row a batch number: which ticks' batches are in (`done`), and the counters, which only grow. */
export const tally = sqliteTable("tally", {
  slot: integer().primaryKey(),
  done: text().notNull().default("[]"),
  /** Calls that were granted and not made, ever: the tick gives them back. */
  unspent: integer().notNull().default(0),
  counters: text().notNull().default("{}"),
});

export const channels = sqliteTable("channels", {
  id: text().primaryKey(),
  kind: text().notNull(),
  name: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  disabledReason: text(),
  /** The settings as they may be shown. */
  masked: text().notNull(),
  /** The settings in full, encrypted: `kid.iv.ciphertext`. */
  sealed: text().notNull(),
  /** Nothing is sent before this instant of tick time: the destination asked to wait. */
  pausedUntil: integer().notNull().default(0),
  /** Wall clock before which the next message would come too soon after the last. */
  pacedUntil: integer().notNull().default(0),
  /** Who is sending to it, and until when (tick time) nobody else does. */
  taker: text(),
  leaseUntil: integer().notNull().default(0),
  /** Since when nothing has arrived (tick time); null while all is well. */
  failingSince: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});

export const subscriptions = sqliteTable("subscriptions", {
  id: text().primaryKey(),
  name: text().notNull(),
  watchlistId: text(),
  targetId: text(),
  channelId: text().notNull(),
  events: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  /** mention, template, cooldownSeconds, group, onEnd, quietHours, filters: JSON. */
  options: text().notNull(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** Events go on, messages do not. */
export const silences = sqliteTable("silences", {
  id: text().primaryKey(),
  targetId: text(),
  watchlistId: text(),
  type: text(),
  until: integer().notNull(),
  reason: text().notNull(),
  createdAt: integer().notNull(),
});

export const events = sqliteTable(
  "events",
  {
    /** Never below detectedAt × 512 and never falling: one key serves order, cursor and `since`. */
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    type: text().notNull(),
    targetId: text(),
    watchlistId: text(),
    target: text(),
    occurredAt: integer().notNull(),
    detectedAt: integer().notNull(),
    windowFrom: integer(),
    windowTo: integer().notNull(),
    data: text().notNull(),
    follows: text(),
    /** The commit that brought it in: deliveries are made only for events of their own commit. */
    commitId: text().notNull(),
  },
  (table) => [index("events_target").on(table.targetId)],
);

export const deliveries = sqliteTable(
  "deliveries",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    channelId: text().notNull(),
    status: text({ enum: ["pending", "sent", "dead", "suppressed", "held"] }).notNull(),
    reason: text(),
    /** `[{event, update?, mentions, template}]`: one line each. */
    items: text().notNull(),
    /** The tick (or instant) it was made at. */
    madeAt: integer().notNull(),
    /** Tick time until which other batches of the same tick may still join. */
    openUntil: integer().notNull(),
    /** Set by the first take: what it says is fixed. */
    closed: integer({ mode: "boolean" }).notNull().default(false),
    nextAttemptAt: integer(),
    leaseUntil: integer().notNull().default(0),
    taker: text(),
    attempts: text().notNull().default("[]"),
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
  },
  (table) => [
    index("deliveries_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'pending'`),
    index("deliveries_held")
      .on(table.nextAttemptAt)
      .where(sql`status = 'held' and summary is null`),
    index("deliveries_channel").on(table.channelId, table.madeAt),
    index("deliveries_edits")
      .on(table.edits)
      .where(sql`status = 'pending' and edits is not null`),
  ],
);

/** What is summed up, for whom, and when next. */
export const digests = sqliteTable("digests", {
  id: text().primaryKey(),
  name: text().notNull(),
  channelId: text().notNull(),
  watchlistId: text(),
  /** The cron pattern of its times, in `timezone`. */
  schedule: text().notNull(),
  timezone: text().notNull(),
  /** ISO 8601; null: from one time to the next. */
  period: text(),
  sections: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  /** Its next time; null while it is disabled. */
  nextAt: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** One digest at one time: its period is fixed when it is due, its content is written once. */
export const editions = sqliteTable(
  "editions",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    digestId: text().notNull(),
    /** What the digest was when it was due: name, watchlistId, timezone, sections, JSON. */
    digest: text().notNull(),
    /** Its period, epoch ms: from (excluded) to (included). */
    fromAt: integer().notNull(),
    toAt: integer().notNull(),
    madeAt: integer().notNull(),
    /** Who is writing it, until this tick time; then another may. */
    leaseUntil: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    /** What its sections say, JSON; null until it is written. */
    content: text(),
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

/** Keys to the API: of each secret a hash. Instants are wall clock. */
export const tokens = sqliteTable("tokens", {
  id: text().primaryKey(),
  name: text().notNull(),
  scopes: text().notNull(),
  /** SHA-256, hexadecimal. */
  hash: text().notNull().unique(),
  createdAt: integer().notNull(),
  expiresAt: integer(),
  lastUsedAt: integer(),
});

/** Requests with an `Idempotency-Key`, for a day of wall clock. */
export const requests = sqliteTable("requests", {
  /** A hash of the token and its key. */
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  at: integer().notNull(),
  /** Sealed, for it may show a secret; null while the request runs. */
  answer: text(),
});

/** Who changed what: one row a change that the API made. */
export const audit = sqliteTable("audit", {
  seq: integer().primaryKey(),
  /** Wall clock. */
  at: integer().notNull(),
  tokenId: text(),
  tokenName: text().notNull(),
  operation: text().notNull(),
  subject: text(),
  request: text().notNull(),
});
