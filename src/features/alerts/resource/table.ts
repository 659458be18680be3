import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Filter } from "../../../core/filter.ts";
import type { Mention } from "../../../core/notice.ts";
import type { QuietHours } from "../../../core/quiet-hours.ts";
import { base, flag, json } from "../../../resources/columns.ts";

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    ...base,
    name: text().notNull(),
    watchlistId: text(),
    targetId: text(),
    channelId: text().notNull(),
    events: json<string[]>().notNull(),
    enabled: flag().notNull(),
    mention: json<Mention | Mention[]>(),
    template: json<Record<string, string>>().notNull().default({}),
    cooldownSeconds: integer().notNull().default(0),
    group: flag().notNull().default(true),
    onEnd: text({ enum: ["edit", "post", "delete", "ignore"] })
      .notNull()
      .default("edit"),
    /** What happens to a start whose facts were not received, if a filter asks for them. */
    factsMissing: text({ enum: ["tell", "skip"] })
      .notNull()
      .default("tell"),
    quietHours: json<QuietHours>(),
    filters: json<Filter[]>().notNull().default([]),
  },
  (table) => [
    index("subscriptions_made").on(table.createdAt, table.id),
    // For the page of a target: subscriptions to it, to its watchlist and to all targets.
    index("subscriptions_about").on(table.targetId, table.watchlistId),
  ],
);
